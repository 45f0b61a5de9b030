/** Histogram of a buffer's values: bars of the finite ones on one axis; NaN and infinities behind a gap, as they have no place on it. */

import type { HistogramRecords } from '../records.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import { SceneBuilder } from '../scene/scene-builder.ts';
import { type Box, isPinned, type PictureView } from '../view.ts';
import { drawAxes, drawScale } from './axes.ts';
import { apartBars, apartBox, binBox, type HistogramFrame, highlightBox, histogramFrame } from './frame.ts';

const FOOT_PX = 18;

export function histogramScene(records: HistogramRecords, view: PictureView): Scene {
  const frame = histogramFrame(records, view);
  const scene = new SceneBuilder(view);
  drawScale(scene, frame, view);
  scene.layer();
  drawBars(scene, frame, records, view);
  scene.layer();
  drawHighlight(scene, frame, records, view);
  scene.layer();
  drawAxes(scene, frame, records, view);
  const { plot } = frame;
  return scene.finish(view.width, plot.y + plot.height + FOOT_PX * view.textScale);
}

/** Source by look, as everywhere: emulated bars are filled to 45 % and outlined. */
const FILL_OPACITY = 0.45;
const LEAST_OUTLINED_PX = 3;

function drawBars(
  scene: SceneBuilder,
  frame: HistogramFrame,
  { histogram }: HistogramRecords,
  view: PictureView,
): void {
  const { theme, source } = view;
  const { ink } = theme.sources[source];
  histogram.counts.forEach((count, bin) => {
    if (count === 0) return;
    const box = binBox(frame, bin, count);
    scene.rect(box, ink, { opacity: FILL_OPACITY });
    if (box.width >= LEAST_OUTLINED_PX) scene.ring(inside(box), 0, { stroke: ink, width: 1 });
  });
  apartBars(histogram).forEach(({ count }, at) => {
    const box = apartBox(frame, at, count);
    scene.hatch(box, theme.warn.soft, theme.warn.ink, 4);
    scene.ring(inside(box), 0, { stroke: theme.warn.ink, width: 1 });
  });
}

const inside = ({ x, y, width, height }: Box): Box => ({
  x: x + 0.5,
  y: y + 0.5,
  width: width - 1,
  height: Math.max(0.5, height - 1),
});

function drawHighlight(scene: SceneBuilder, frame: HistogramFrame, { histogram }: HistogramRecords, view: PictureView) {
  const { theme, selection, highlight } = view;
  const pinned = highlightBox(frame, histogram, selection === null ? null : { cell: selection, bank: null });
  if (pinned !== null) pinnedRing(scene, theme, pinned, undefined);
  const at = isPinned(highlight, selection) ? null : highlightBox(frame, histogram, highlight);
  if (at !== null) hoverRing(scene, theme, at, undefined);
}

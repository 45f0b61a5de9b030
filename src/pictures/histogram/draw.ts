/** Histogram of a buffer's values: bars of the finite ones on one axis; NaN and infinities behind a gap, as they have no place on it. */

import type { HistogramRecords } from '../records.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import { type Box, isPinned, type PictureView } from '../view.ts';
import { drawAxes, drawScale } from './axes.ts';
import { apartBars, apartBox, binBox, type HistogramPen, highlightBox, histogramFrame } from './frame.ts';

const FOOT_PX = 18;

export function histogramScene(records: HistogramRecords, view: PictureView): Scene {
  const frame = histogramFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawScale(pen);
  scene.layer();
  drawBars(pen);
  scene.layer();
  drawHighlight(pen);
  scene.layer();
  drawAxes(pen);
  const { plot } = frame;
  return scene.finish(view.width, plot.y + plot.height + FOOT_PX * view.textScale);
}

/** Source by look, as everywhere: emulated bars are filled to 45 % and outlined. */
const FILL_OPACITY = 0.45;
const LEAST_OUTLINED_PX = 3;

function drawBars({ scene, frame, theme, records: { histogram }, view }: HistogramPen): void {
  const { source } = view;
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

function drawHighlight(pen: HistogramPen) {
  const { frame, view } = pen;
  const { histogram } = pen.records;
  const { selection, highlight } = view;
  const pinned = highlightBox(frame, histogram, selection === null ? null : { cell: selection, bank: null });
  if (pinned !== null) pinnedRing(pen, pinned, undefined);
  const at = isPinned(highlight, selection) ? null : highlightBox(frame, histogram, highlight);
  if (at !== null) hoverRing(pen, at, undefined);
}

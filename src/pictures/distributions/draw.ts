/** Distributions: small histograms below each other, on one scale and one axis, to be compared row by row. */

import type { DistributionBin, DistributionsRecords } from '../records.ts';
import { isFaint } from '../requests/bank-hits.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import { longestPx } from '../scene/text-metrics.ts';
import { degreeFill } from '../theme.ts';
import { type Box, isPinned, type PictureView } from '../view.ts';
import { barBox, type DistributionsFrame, type DistributionsPen, distributionsFrame, placeOf } from './frame.ts';

const NAME_PX = 11;
const AXIS_PX = 20;

export function distributionsScene(records: DistributionsRecords, view: PictureView): Scene {
  const frame = distributionsFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  for (const row of records.rows.keys()) drawRow(pen, row);
  scene.layer();
  drawHighlight(pen);
  scene.layer();
  for (const row of records.rows.keys()) drawTexts(pen, row);
  drawAxis(pen);
  return scene.finish(view.width, frame.bottom + AXIS_PX * view.textScale);
}

const drawnWidth = ({ binPx }: DistributionsFrame, { bins }: DistributionsRecords): number => bins.length * binPx;

function drawRow({ scene, frame, theme, records, view: { source } }: DistributionsPen, row: number): void {
  const foot = row * frame.rowPx + frame.footPx + 0.5;
  records.rows[row].counts.forEach((count, bin) => {
    if (count === 0) return;
    const box = barBox(frame, { row, bin, count });
    const { degree } = records.bins[bin];
    const tone = theme.sources[source];
    scene.rect(box, degree === null ? tone.soft : degreeFill(theme, degree));
    if (degree === null) outline(scene, box, tone.ink);
    else if (isFaint(degree)) outline(scene, box, theme.ink3);
  });
  scene.line([0, foot], [drawnWidth(frame, records), foot], theme.lineStrong);
}

const outline = (scene: SceneBuilder, { x, y, width, height }: Box, stroke: string): void =>
  scene.ring({ x: x + 0.5, y: y + 0.5, width: width - 1, height: Math.max(0.5, height - 1) }, 0, { stroke, width: 1 });

function drawTexts({ scene, frame, theme, textScale, records: { rows } }: DistributionsPen, row: number): void {
  const { name, counts } = rows[row];
  const size = NAME_PX * textScale;
  scene.text(0, row * frame.rowPx + size, name, theme.ink2, { size, weight: 600 });
  counts.forEach((count, bin) => {
    if (count === 0) return;
    const { x, y, width } = barBox(frame, { row, bin, count });
    scene.text(x + width / 2, y - 6, count.toLocaleString('en-US'), theme.ink2, { anchor: 'middle' });
  });
}

/** Every bin has its label, or every second one where they would touch. */
function drawAxis({ scene, frame, theme, textScale, records: { bins } }: DistributionsPen): void {
  const y = frame.bottom + 7 * textScale;
  const widest = longestPx(
    bins.map(({ label }) => label),
    10 * textScale,
  );
  const step = widest > frame.binPx ? 2 : 1;
  bins.forEach(({ label }: DistributionBin, bin) => {
    if (bin % step === 0) scene.text((bin + 0.5) * frame.binPx - 1.5, y, label, theme.ink3, { anchor: 'middle' });
  });
}

function drawHighlight(pen: DistributionsPen): void {
  const { frame, records } = pen;
  const { highlight, selection } = pen.view;
  const pinned = placeOf(records, selection === null ? null : { cell: selection, bank: null });
  if (pinned !== null) pinnedRing(pen, barBox(frame, pinned), undefined);
  const at = isPinned(highlight, selection) ? null : placeOf(records, highlight);
  if (at !== null) hoverRing(pen, barBox(frame, at), undefined);
}

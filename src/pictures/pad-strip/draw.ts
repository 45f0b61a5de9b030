/** Pad strip: what the block's stores and loads would cost with another pad, mode by mode; the pads that there are outlined. */

import { type PadCost, SWEPT_PADS } from '../../model/permute/pad-sweep.ts';
import type { PadStripRecords } from '../permute/records.ts';
import { drawColumnNumbers } from '../scene/axis.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import { textPx } from '../scene/text-metrics.ts';
import { degreeFill, degreeLabel } from '../theme.ts';
import type { Box, PictureView } from '../view.ts';
import { type PadStripPen, padBox, stripFrame } from './frame.ts';

const BOTTOM_PX = 2;
const NUMBER_PX = 10;
const END = { anchor: 'end' } as const;
const MIDDLE = { anchor: 'middle' } as const;

export function padStripScene(records: PadStripRecords, view: PictureView): Scene {
  const frame = stripFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  for (const [row, { costs }] of records.sweep.entries())
    for (const [column, cost] of costs.entries()) drawPad(pen, padBox(frame, { row, column }), cost);
  scene.layer();
  drawMarks(pen);
  scene.layer();
  drawText(pen);
  return scene.finish(Math.max(view.width, frame.right), frame.bottom + BOTTOM_PX);
}

/** Mean ways of a request. Any conflict at all is warm: only what has none is slate. */
const degreeOf = ({ wavefronts, ideal }: PadCost): number =>
  wavefronts === ideal ? 1 : Math.max(2, wavefronts / ideal);

export const isTooLarge = ({ sharedBytes }: PadCost, { limitBytes }: PadStripRecords): boolean =>
  sharedBytes > limitBytes;

function drawPad({ scene, theme, records }: PadStripPen, box: Box, cost: PadCost): void {
  if (isTooLarge(cost, records)) {
    scene.hatch(box, theme.page, theme.ink3, box.width < 8 ? 3 : 4);
    return;
  }
  const degree = degreeOf(cost);
  scene.rect(box, degreeFill(theme, degree), { radius: 1 });
  const text = `${cost.wavefronts}`;
  if (textPx(text, NUMBER_PX, 'digits') > box.width) return;
  const place = [box.x + box.width / 2, box.y + box.height / 2 + 3.6] as const;
  scene.text(...place, text, degreeLabel(theme, degree), { ...MIDDLE, size: NUMBER_PX });
}

/** The pads of the layout; one beyond the strip has its number only. */
function drawMarks(pen: PadStripPen): void {
  const { frame, view } = pen;
  const { sweep } = pen.records;
  const { highlight } = view;
  sweep.forEach(({ pad }, row) => {
    if (pad < SWEPT_PADS) pinnedRing(pen, padBox(frame, { row, column: pad }), undefined);
  });
  const cell = highlight?.cell;
  if (cell && cell.row < sweep.length && cell.column < SWEPT_PADS) hoverRing(pen, padBox(frame, cell), undefined);
}

function drawText(pen: PadStripPen): void {
  const { scene, frame, theme, textScale, records } = pen;
  const { names, sweep } = records;
  const head = frame.rowsY - 5 * textScale;
  scene.text(frame.padX, head, 'pad', theme.ink3, END);
  drawColumnNumbers(pen, { count: SWEPT_PADS, start: frame.cellsX, pitch: frame.cellPitch, gap: 1 }, head);
  sweep.forEach(({ mode, pad }, row) => {
    const baseline = frame.rowsY + (row + 0.5) * frame.rowPitch + 2 * textScale;
    scene.text(frame.nameX, baseline, names[mode], theme.ink, { ...END, weight: 700 });
    scene.text(frame.padX, baseline, pad === 0 ? '0' : `+${pad}`, pad === 0 ? theme.ink3 : theme.ink, END);
  });
}

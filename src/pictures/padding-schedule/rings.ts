/** On the padding schedule: what is pinned, and what the pointer is on in any picture. */
import { bankOf } from '../address-text.ts';
import { placesOf } from '../permute/block-elements.ts';
import type { PermutedBlock } from '../permute/records.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import { type Box, isPinned } from '../view.ts';
import { type PaddingScheduleFrame, type PaddingSchedulePen, rulerBox, slotBox, stackBox } from './frame.ts';
import { type Schedule, wordsOf } from './rows.ts';

/** The highlighted element on every ruler that shows it and its bank below; or a highlighted bank. */
export function drawScheduleRings(pen: PaddingSchedulePen): void {
  const { frame, schedule } = pen;
  const { variants } = pen.records;
  const { highlight, selection } = pen.view;
  for (const [variant, block] of variants.entries()) {
    if (schedule.requests[variant] === null) continue;
    const boxesOf = (element: number): Box[] => [
      ...elementBoxes(frame, schedule, variant, element),
      ...bankBoxes(frame, schedule, variant, bankOfElement(block, element)),
    ];
    if (selection !== null) for (const box of boxesOf(selection.column)) pinnedRing(pen, box, undefined);
    if (highlight === null || isPinned(highlight, selection)) continue;
    const { cell, bank } = highlight;
    for (const box of cell === null ? bankBoxes(frame, schedule, variant, bank) : boxesOf(cell.column))
      hoverRing(pen, box, undefined);
  }
}

/** Its first one; null where it lies in none. */
function bankOfElement({ move, layout, baseBytes }: PermutedBlock, element: number): number | null {
  const place = placesOf(move, layout)?.placeOf[element];
  return place === undefined ? null : bankOf(baseBytes + place * move.elementBytes);
}

const bankBoxes = (
  frame: PaddingScheduleFrame,
  { warps }: Schedule,
  variant: number,
  bank: number | null,
): readonly Box[] =>
  bank === null ? [] : warps.map((_, warp) => slotBox(frame, stackBox(frame, warp, variant), bank));

function elementBoxes(frame: PaddingScheduleFrame, { rows }: Schedule, variant: number, element: number): Box[] {
  return rows.flatMap((row, at) =>
    row.cells[variant].landings
      .filter(landing => landing.element === element && row.steps.length > 1)
      .map(({ bank }) => slotBox(frame, rulerBox(frame, variant, at), bank, wordsOf(row.elementBytes))),
  );
}

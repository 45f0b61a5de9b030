/** On the counting loop: the chosen request, the cursor, what is pinned, and what the pointer is on in any picture. */
import { LANES, WORD_BYTES } from '../../base/hardware.ts';
import { elementsOf } from '../../model/permute/block.ts';
import { bankOf } from '../address-text.ts';
import type { CountingLoopRecords } from '../permute/records.ts';
import { outlinePath } from '../scene/outline.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import { type Highlight, isPinned } from '../view.ts';
import { type CountingFrame, type CountingLoopPen, cursorSlot, isInSight, laneCellBox } from './frame.ts';
import { type CountedSpool, slotAddress, slotOfElement } from './rows.ts';

/** The slot that counts what a highlight names; null where that is no element of the block, or none in sight. */
export function shownSlot(
  { block }: CountingLoopRecords,
  counted: CountedSpool,
  frame: CountingFrame,
  highlight: Highlight,
): number | null {
  const cell = highlight?.cell;
  if (cell?.row !== 0 || cell.column >= elementsOf(block.move.modes)) return null;
  const slot = slotOfElement(counted, cell.column);
  return isInSight(frame, slot) ? slot : null;
}

export function drawCountingHighlight(pen: CountingLoopPen): void {
  const { frame, records, view, counted } = pen;
  const { highlight, selection } = view;
  drawChosen(pen);
  const cursor = cursorSlot(counted, view);
  if (cursor !== null) pinnedRing(pen, laneCellBox(frame, cursor), undefined);
  const pinned = shownSlot(records, counted, frame, selection && { cell: selection, bank: null });
  if (pinned !== null) pinnedRing(pen, laneCellBox(frame, pinned), undefined);
  if (isPinned(highlight, selection)) return;
  const slot = shownSlot(records, counted, frame, highlight);
  if (slot !== null) hoverRing(pen, laneCellBox(frame, slot), undefined, { lane: slot % LANES });
  if (highlight?.cell === null && highlight.bank !== null) drawBank(pen);
}

function drawChosen({ scene, frame, theme, records: { chosen, side }, counted: { rows } }: CountingLoopPen): void {
  if (chosen === null || chosen.side !== side) return;
  const row = rows.findIndex(({ warp, k }) => warp === chosen.warp && k === chosen.k);
  if (!isInSight(frame, row * LANES)) return;
  const box = { ...laneCellBox(frame, row * LANES), width: LANES * frame.lanePitch - 1 };
  scene.ring(box, 1.5, { stroke: theme.accent.ink, width: 2, halo: theme.page, haloWidth: 4.4 });
}

function drawBank({ scene, frame, theme, records, view: { highlight }, counted }: CountingLoopPen): void {
  const words = Math.max(1, records.block.move.elementBytes / WORD_BYTES);
  const bank = highlight!.bank!;
  const slots = Array.from({ length: frame.count * LANES }, (_, i) => frame.first * LANES + i).filter(slot => {
    const first = bankOf(slotAddress(records, counted, slot));
    return counted.spool.elements[slot] >= 0 && bank >= first && bank < first + words;
  });
  const cells = slots.map(slot => ({ row: Math.floor(slot / LANES) - frame.first, column: slot % LANES }));
  const { lanesX, rowsY, lanePitch, rowPitch } = frame;
  const d = outlinePath(cells, { x: lanesX - 0.5, y: rowsY - 0.5, pitchX: lanePitch, pitchY: rowPitch, outset: 0 });
  if (d !== '') scene.path(d, { stroke: theme.ink, width: 1.5, halo: theme.page, haloWidth: 3 });
}

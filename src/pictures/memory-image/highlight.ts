/** What is pointed at and pinned in a shared memory image. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { bankBox, wordBox } from '../bank-map/frame.ts';
import { wordsOf } from '../padding-schedule/rows.ts';
import { elementAddress } from '../permute/block-element-text.ts';
import type { MemoryImageRecords } from '../permute/records.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import { degreeFill } from '../theme.ts';
import { type Box, isPinned } from '../view.ts';
import type { MemoryImagePen } from './frame.ts';

export function drawHighlight(pen: MemoryImagePen): void {
  const { frame, theme, hits } = pen;
  const { block } = pen.records;
  const { highlight, selection } = pen.view;
  const fillOf = (word: number): string => {
    const hit = hits.words.get(word);
    return hit === undefined ? theme.cellIdle : degreeFill(theme, hit.degree);
  };
  const placed = (element: number): { readonly box: Box; readonly fill: string } | null => {
    const word = wordOfElement(block, element);
    return word === null ? null : { box: wordBox(frame, word, wordsOf(block.move.elementBytes)), fill: fillOf(word) };
  };
  const pinned = selection && placed(selection.column);
  if (pinned) pinnedRing(pen, pinned.box, pinned.fill);
  if (highlight === null || isPinned(highlight, selection)) return;
  if (highlight.cell === null) {
    if (highlight.bank !== null) hoverRing(pen, bankBox(frame, highlight.bank), undefined);
    return;
  }
  const shown = placed(highlight.cell.column);
  if (shown) hoverRing(pen, shown.box, shown.fill);
}

/** The first word of an element; null where it has none. */
export function wordOfElement(block: MemoryImageRecords['block'], element: number): number | null {
  const address = elementAddress(block, element);
  return address === null || Number.isNaN(address) ? null : Math.floor(address / WORD_BYTES);
}

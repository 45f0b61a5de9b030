/** How places in shared memory are written: addresses, banks, and the formula that leads from a cell to its address. */
import { BANKS, WORD_BYTES } from '../base/hardware.ts';
import { addressText } from '../base/numerals.ts';
import { byteAddressOf, type Cell, storedColumn, type TileLayout } from '../model/layout/tile-layout.ts';

export const bankOf = (byteAddress: number): number => Math.floor(byteAddress / WORD_BYTES) % BANKS;

/** 'bank 5'; 'banks 4–7' for an element of several words; 'bank 5, byte 2' where the word holds several elements. */
export function bankText(byteAddress: number, elementBytes: number): string {
  const first = bankOf(byteAddress);
  const words = Math.ceil(elementBytes / WORD_BYTES);
  if (words > 1) return `banks ${first}–${(first + words - 1) % BANKS}`;
  return elementBytes === WORD_BYTES ? `bank ${first}` : `bank ${first}, byte ${byteAddress % WORD_BYTES}`;
}

/** 'word 368 = 11·33 + 5', with '(5 ⊕ 11)' for a swizzled column; 'element' where an element is no word. */
export function elementFormula(layout: TileLayout, { row, column }: Cell): string {
  const stored = storedColumn(layout, row, column);
  const unit = layout.elementBytes === WORD_BYTES ? 'word' : 'element';
  const term = layout.swizzle.kind === 'none' ? `${column}` : `(${column} ⊕ ${column ^ stored})`;
  return `${unit} ${row * layout.pitchElements + stored} = ${row}·${layout.pitchElements} + ${term}`;
}

/** '0x05C0 → bank 16'; the base address is added in view where it is not 0. */
export function addressFormula(layout: TileLayout, cell: Cell): string {
  const address = byteAddressOf(layout, cell.row, cell.column);
  const sum =
    layout.baseBytes === 0 ? '' : `${addressText(layout.baseBytes)} + ${addressText(address - layout.baseBytes)} = `;
  return `${sum}${addressText(address)} → ${bankText(address, layout.elementBytes)}`;
}

export const count = (n: number, singular: string, plural = `${singular}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? singular : plural}`;

/** The two rows of boxes of an XOR bit diagram: bits of an address, and of the place where it lands. */
import { groupsOf, type Swizzle } from '../../model/layout/swizzle.ts';
import type { XorBitsRecords } from '../swizzle/records.ts';
import type { PictureView } from '../view.ts';
import { type AddressPair, bitAt } from './address.ts';
import { bitMiddle, bitX, type XorBitsFrame, type XorBitsPen } from './frame.ts';

/** A row of boxes. */
interface BitRow {
  readonly y: number;
  readonly value: number | null;
  /** What flips bits of the value, in a row of places. */
  readonly swizzle: Swizzle;
  readonly isPlace: boolean;
  readonly linear: number | null;
  readonly name: string;
  readonly about: string;
}

/** Address and place; above them the place under a second swizzle. */
export function rowsOf(records: XorBitsRecords, pair: AddressPair | null, frame: XorBitsFrame): BitRow[] {
  const { swizzle, against } = records;
  const linear = pair?.linear ?? null;
  const [a, b] = against ? ['Under A', 'Under B'] : ['', 'In memory'];
  const place = { swizzle, isPlace: true, linear, about: 'where it lies' };
  const rows: BitRow[] = [
    { y: frame.inputY, value: linear, swizzle, isPlace: false, linear, name: 'Address', about: 'row by row' },
    { ...place, y: frame.outputY, value: pair?.placed ?? null, name: b },
  ];
  if (against && frame.againstY !== null)
    rows.push({ ...place, y: frame.againstY, value: pair?.against ?? null, swizzle: against, name: a });
  return rows;
}

export function drawRow(pen: XorBitsPen, row: BitRow): void {
  const { scene, frame, theme, textScale, records, view } = pen;
  const { y, value, linear } = row;
  const isTop = y === (frame.againstY ?? frame.inputY);
  for (let bit = frame.low; bit <= frame.top; bit++) {
    const digit = value === null || bit < 0 ? '' : `${bitAt(value, bit)}`;
    const isChanged = value !== null && linear !== null && bitAt(linear, bit) !== bitAt(value, bit);
    drawBox(pen, { bit, y, digit, isChanged, ground: groundOf(records, row, bit, view) });
    const number = bit - frame.unitShift;
    if (isTop && number >= 0)
      scene.text(bitMiddle(frame, bit), y - 5 * textScale, `${number}`, theme.ink3, { anchor: 'middle' });
  }
  drawRowName(pen, row);
}

interface BitBox {
  readonly bit: number;
  readonly y: number;
  readonly digit: string;
  readonly isChanged: boolean;
  readonly ground: string;
}

function drawBox({ scene, frame, theme, textScale }: XorBitsPen, { bit, y, digit, isChanged, ground }: BitBox): void {
  const box = { x: bitX(frame, bit) + 1, y, width: frame.pitch - 2, height: frame.boxHeight };
  scene.rect(box, isChanged ? theme.accent.soft : ground, { radius: 4 });
  scene.ring(box, 4, { stroke: isChanged ? theme.accent.ink : theme.line, width: isChanged ? 1.8 : 1 });
  if (digit === '') return;
  const style = { anchor: 'middle', mono: true, size: 13 * textScale, weight: 600 } as const;
  const baseline = y + frame.boxHeight / 2 + 4.5 * textScale;
  scene.text(bitMiddle(frame, bit), baseline, digit, isChanged ? theme.accent.ink : theme.ink, style);
}

/** Groups stand out a little; bits inside of a unit have no number, and stand back. */
function groundOf({ tile, unit }: XorBitsRecords, row: BitRow, bit: number, { theme }: PictureView): string {
  const { source, target } = groupsOf(row.swizzle);
  const low = row.isPlace ? target : source;
  if (bit >= low && bit < low + row.swizzle.bits) return theme.cellAlt;
  const inside = unit === 'elements' && 2 ** bit < tile.elementBytes;
  return inside || bit < 0 ? theme.sunken : theme.surface;
}

function drawRowName({ scene, frame, theme, textScale }: XorBitsPen, { y, name, about }: BitRow): void {
  if (frame.x === 0) return;
  scene.text(0, y + 13 * textScale, name, theme.ink, { size: 12 * textScale, weight: 600 });
  scene.text(0, y + 26 * textScale, about, theme.ink3, { size: 11 * textScale });
}

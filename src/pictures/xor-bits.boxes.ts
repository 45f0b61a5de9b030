/** The two rows of boxes of an XOR bit diagram: bits of an address, and of the place where it lands. */
import { groupsOf } from '../model/layout/swizzle.ts';
import type { SceneBuilder } from './scene-builder.ts';
import type { XorBitsRecords } from './swizzle-records.ts';
import type { PictureView } from './view.ts';
import { type AddressPair, bitAt } from './xor-bits.address.ts';
import { bitMiddle, bitX, type XorBitsFrame } from './xor-bits.frame.ts';

interface RowOf {
  readonly row: 'input' | 'output';
  readonly pair: AddressPair | null;
}

export function drawRow(
  scene: SceneBuilder,
  frame: XorBitsFrame,
  records: XorBitsRecords,
  { row, pair }: RowOf,
  view: PictureView,
): void {
  const { theme, textScale } = view;
  const y = row === 'input' ? frame.inputY : frame.outputY;
  const value = pair && (row === 'input' ? pair.linear : pair.placed);
  for (let bit = frame.low; bit <= frame.top; bit++) {
    const digit = value === null || bit < 0 ? '' : `${bitAt(value, bit)}`;
    const isChanged = row === 'output' && pair !== null && bitAt(pair.linear, bit) !== bitAt(pair.placed, bit);
    drawBox(scene, frame, { bit, y, digit, isChanged, ground: groundOf(records, row, bit, view) }, view);
    const number = bit - frame.unitShift;
    if (row === 'input' && number >= 0)
      scene.text(bitMiddle(frame, bit), y - 5 * textScale, `${number}`, theme.ink3, { anchor: 'middle' });
  }
  drawRowName(scene, frame, row, y, view);
}

interface BitBox {
  readonly bit: number;
  readonly y: number;
  readonly digit: string;
  readonly isChanged: boolean;
  readonly ground: string;
}

function drawBox(
  scene: SceneBuilder,
  frame: XorBitsFrame,
  { bit, y, digit, isChanged, ground }: BitBox,
  { theme, textScale }: PictureView,
): void {
  const box = { x: bitX(frame, bit) + 1, y, width: frame.pitch - 2, height: frame.boxHeight };
  scene.rect(box, isChanged ? theme.accent.soft : ground, { radius: 4 });
  scene.ring(box, 4, { stroke: isChanged ? theme.accent.ink : theme.line, width: isChanged ? 1.8 : 1 });
  if (digit === '') return;
  const style = { anchor: 'middle', mono: true, size: 13 * textScale, weight: 600 } as const;
  const baseline = y + frame.boxHeight / 2 + 4.5 * textScale;
  scene.text(bitMiddle(frame, bit), baseline, digit, isChanged ? theme.accent.ink : theme.ink, style);
}

/** Groups stand out a little; bits inside of a unit have no number, and stand back. */
function groundOf(
  { swizzle, tile, unit }: XorBitsRecords,
  row: RowOf['row'],
  bit: number,
  { theme }: PictureView,
): string {
  const { source, target } = groupsOf(swizzle);
  const isIn = (low: number): boolean => bit >= low && bit < low + swizzle.bits;
  if (isIn(row === 'input' ? source : target)) return theme.cellAlt;
  const inside = unit === 'elements' && 2 ** bit < tile.elementBytes;
  return inside || bit < 0 ? theme.sunken : theme.surface;
}

function drawRowName(
  scene: SceneBuilder,
  frame: XorBitsFrame,
  row: RowOf['row'],
  y: number,
  { theme, textScale }: PictureView,
): void {
  const [name, about] = row === 'input' ? ['Address', 'row by row'] : ['In memory', 'where it lies'];
  if (frame.x === 0) return;
  scene.text(0, y + 13 * textScale, name, theme.ink, { size: 12 * textScale, weight: 600 });
  scene.text(0, y + 26 * textScale, about, theme.ink3, { size: 11 * textScale });
}

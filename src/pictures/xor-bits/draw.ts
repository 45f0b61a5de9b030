/** XOR bit diagram: an address above, where it lands below, and which bits flip which. */
import { groupsOf, type Swizzle } from '../../model/layout/swizzle.ts';
import { pitchBytes } from '../../model/swizzle/tile.ts';
import { picturePen } from '../scene/pen.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import type { XorBitsRecords } from '../swizzle/records.ts';
import type { PictureView } from '../view.ts';
import {
  type AddressPair,
  addressPairOf,
  bitAt,
  bitMiddle,
  bitsBox,
  bitX,
  bracketBox,
  LEVEL_PX,
  type XorBitsFrame,
  type XorBitsPen,
  xorBitsFrame,
} from './frame.ts';

export function xorBitsScene(records: XorBitsRecords, view: PictureView): Scene {
  const frame = xorBitsFrame(records, view);
  const pair = addressPairOf(records, view.highlight ?? { cell: view.selection, bank: null });
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawFields(pen);
  const ways = waysOf(frame, records);
  for (const way of ways) drawWires(pen, way);
  scene.layer();
  for (const way of ways) drawArcs(pen, way, pair);
  scene.layer();
  for (const row of rowsOf(records, pair, frame)) drawRow(pen, row);
  drawDimensions(pen);
  return scene.finish(frame.width, frame.height);
}

/** Way of an address to its place under one swizzle: downwards, or upwards for the second swizzle. */
interface Way {
  readonly swizzle: Swizzle;
  readonly from: number;
  readonly to: number;
}

function waysOf(frame: XorBitsFrame, { swizzle, against }: XorBitsRecords): Way[] {
  const { inputY, outputY, againstY, boxHeight } = frame;
  const down = { swizzle, from: inputY + boxHeight, to: outputY };
  return against && againstY !== null ? [down, { swizzle: against, from: inputY, to: againstY + boxHeight }] : [down];
}

/** Every bit goes to its own place. */
function drawWires({ scene, frame, theme }: XorBitsPen, { from, to }: Way): void {
  for (let bit = frame.low; bit <= frame.top; bit++) {
    const x = bitMiddle(frame, bit);
    scene.line([x, from], [x, to], theme.line, { width: 1.2 });
  }
}

const XOR_RADIUS_PX = 8;
/** Most that one arc ends further than the next. */
const STAGGER_PX = 15;

/** Each arc ends at a height of its own, the innermost nearest to the address: none runs along another. */
function drawArcs(
  { scene, frame, theme, textScale }: XorBitsPen,
  { swizzle, from, to }: Way,
  pair: AddressPair | null,
): void {
  const { source, target } = groupsOf(swizzle);
  const side = Math.sign(to - from);
  const radius = Math.min(XOR_RADIUS_PX * textScale, frame.pitch * 0.34);
  const room = Math.abs(to - from) - radius - 6 * textScale;
  const apart = Math.min(STAGGER_PX * textScale, (room - 2 * radius) / Math.max(1, swizzle.bits - 1));
  for (let i = 0; i < swizzle.bits; i++) {
    const flips = pair !== null && bitAt(pair.linear, source + i) === 1;
    const stroke = flips ? theme.accent.ink : theme.ink3;
    const nearer = swizzle.shift > 0 ? swizzle.bits - 1 - i : i;
    const y = from + side * (room - nearer * apart);
    const [x0, x1] = [bitMiddle(frame, source + i), bitMiddle(frame, target + i)];
    const end = x1 + Math.sign(x0 - x1) * radius;
    const curve = `M${x0} ${from}V${y - side * 10}Q${x0} ${y} ${x0 + Math.sign(end - x0) * 10} ${y}H${end}`;
    scene.path(curve, { stroke, width: flips ? 2.2 : 1.4, halo: theme.page, haloWidth: 5 });
    drawXor(scene, x1, y, radius, stroke, theme.page);
  }
}

function drawXor(scene: SceneBuilder, x: number, y: number, radius: number, stroke: string, fill: string): void {
  const r = radius - 0.8;
  const circle = `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;
  scene.path(circle, { stroke, width: 1.6, fill });
  scene.path(`M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}`, { stroke, width: 1.4 });
}

// The two rows of boxes of an XOR bit diagram: bits of an address, and of the place where it lands.

/** A row of boxes. */
interface BitRow {
  readonly y: number;
  readonly value: number | null;
  /** Swizzle that flips bits of the value, in one row of places. */
  readonly swizzle: Swizzle;
  readonly isPlace: boolean;
  readonly linear: number | null;
  readonly name: string;
  readonly about: string;
}

/** Address and place; above them the place under a second swizzle. */
function rowsOf(records: XorBitsRecords, pair: AddressPair | null, frame: XorBitsFrame): BitRow[] {
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

function drawRow(pen: XorBitsPen, row: BitRow): void {
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

// Draws brackets above the bits of a shared address: line, row, bank, chunk, word and byte.

interface Field {
  readonly name: string;
  readonly high: number;
  readonly low: number;
  readonly level: 0 | 1;
}

function fieldsOf(frame: XorBitsFrame, { tile, unit }: XorBitsRecords): Field[] {
  const row = Math.log2(pitchBytes(tile));
  const isRow = Number.isInteger(row) && row >= 7 && row <= frame.top;
  return [
    { name: 'line', high: frame.top, low: 7, level: 0 },
    { name: 'bank', high: 6, low: 2, level: 0 },
    { name: 'byte', high: 1, low: 0, level: 0 },
    ...(isRow ? [{ name: 'row', high: frame.top, low: row, level: 1 } as const] : []),
    { name: 'chunk', high: 6, low: 4, level: 1 },
    { name: 'word', high: 3, low: 2, level: 1 },
    ...(unit === 'bits' ? [{ name: 'bit', high: -1, low: -3, level: 0 } as const] : []),
  ];
}

function drawFields({ scene, frame, theme, textScale, records }: XorBitsPen): void {
  for (const { name, high, low, level } of fieldsOf(frame, records)) {
    const y = (level + 1) * LEVEL_PX * textScale;
    const { x, width } = bitsBox(frame, high, low, y, 0);
    const stroke = theme.lineStrong;
    scene.path(`M${x + 2} ${y}V${y - 4}H${x + width - 2}V${y}`, { stroke, width: 1.2 });
    scene.text(x + width / 2, y - 7 * textScale, name, theme.ink2, { anchor: 'middle', size: 11 * textScale });
  }
}

// The three numbers of a swizzle as dimensions below the boxes that they measure.

/** M counts in the unit that is shown; null where it is inside of one. */
const shownBase = (records: XorBitsRecords, frame: XorBitsFrame): number | null => {
  const base = records.swizzle.base - frame.unitShift;
  return base < 0 ? null : base;
};

function drawDimensions(pen: XorBitsPen): void {
  const { frame, records } = pen;
  const { swizzle } = records;
  const base = shownBase(records, frame);
  drawSpan(pen, 'base', base === null ? 'M —' : `M ${base}`);
  drawSpan(pen, 'bits', `B ${swizzle.bits}`);
  drawShift(pen);
}

/** |←  M 4  →| */
function drawSpan(
  { scene, frame, theme, textScale, records }: XorBitsPen,
  bracket: 'base' | 'bits',
  text: string,
): void {
  const { x, y, width } = bracketBox(frame, records, bracket, textScale);
  const [left, right] = [x + 2, x + width - 2];
  const stroke = theme.ink2;
  scene.path(`M${left} ${y + 6}V${y}H${right}V${y + 6}`, { stroke, width: 1.4 });
  const style = { anchor: 'middle', size: 12 * textScale, weight: 600 } as const;
  scene.text(x + width / 2, y + 17 * textScale, text, theme.ink, style);
}

/** Arrow from the lowest flipped bit to the lowest bit that flips. */
function drawShift({ scene, frame, theme, textScale, records }: XorBitsPen): void {
  const { swizzle } = records;
  const { source, target } = groupsOf(swizzle);
  const { y } = bracketBox(frame, records, 'shift', textScale);
  const [from, to] = [bitMiddle(frame, source), bitMiddle(frame, target)];
  const side = Math.sign(to - from);
  const line = y + 4 * textScale;
  scene.path(`M${from} ${line - 4}V${line + 4}M${from} ${line}H${to - side}`, { stroke: theme.ink2, width: 1.4 });
  scene.path(`M${to - side * 6} ${line - 4}L${to} ${line}L${to - side * 6} ${line + 4}`, {
    stroke: theme.ink2,
    width: 1.4,
  });
  const style = { anchor: 'middle', size: 12 * textScale, weight: 600 } as const;
  scene.text((from + to) / 2, line + 15 * textScale, `S ${swizzle.shift}`.replace('-', '−'), theme.ink, style);
}

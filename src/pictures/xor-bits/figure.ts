/** The XOR bit diagram in words: caption, lens, keyboard, table. */
import { addressText } from '../../base/numerals.ts';
import { groupsOf } from '../../model/layout/swizzle.ts';
import { bitsText, cuteName } from '../../model/swizzle/swizzle-names.ts';
import { bankText } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import { stepCell } from '../scene/grid-figure.ts';
import type { XorBitsRecords } from '../swizzle/records.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { xorBitsScene } from './draw.ts';
import { addressPairOf, bitAt, bitsBox, bitUnder, type XorBitsFrame, xorBitsFrame } from './frame.ts';

export function xorBitsFigure(records: XorBitsRecords, view: PictureView): Figure {
  const frame = xorBitsFrame(records, view);
  const shown = view.highlight ?? { cell: view.selection, bank: null };
  return {
    ...captionOf(records),
    source: view.source,
    scene: xorBitsScene(records, view),
    zoomable: null,
    handles: [],
    hit(x, y) {
      const bit = bitUnder(frame, x, y);
      return bit === null ? null : bitMark(frame, records, bit, shown);
    },
    markOf: highlight => addressMark(frame, records, highlight),
    step: (highlight, dx, dy) => stepCell(records.tile, highlight, dx, dy),
    table: () => bitTable(frame, records, shown),
  };
}

function captionOf(records: XorBitsRecords): Caption {
  const { swizzle, against, unit, tile } = records;
  const name = cuteName(swizzle, unit, tile.elementBytes);
  const of = unit === 'elements' ? `elements of ${tile.elementBytes} B` : unit;
  const said = name === null ? `flips bits inside of ${of}` : `${name} on ${of}`;
  const text = against ? `A above, B below: ${said}` : said;
  return {
    title: 'Address bits',
    text,
    detail: `${text}; ${against ? `A: ${bitsText(against)}, B: ` : ''}${bitsText(swizzle)} of the byte address, which is absolute`,
    differing: '',
  };
}

/** Role of a bit in the pattern. */
function partOf({ swizzle }: XorBitsRecords, bit: number): string {
  const { source, target } = groupsOf(swizzle);
  if (bit >= source && bit < source + swizzle.bits) return `flips bit ${bit - source + target} where it is 1`;
  if (bit >= target && bit < target + swizzle.bits) return `flipped where bit ${bit - target + source} is 1`;
  return 'stays as it is';
}

const bitName = (bit: number): string => (bit < 0 ? `bit ${bit + 3} of the byte` : `byte address, bit ${bit}`);

/** The address in the boxes stays while their bits are pointed at. */
function bitMark(frame: XorBitsFrame, records: XorBitsRecords, bit: number, shown: Highlight): Mark {
  const pair = addressPairOf(records, shown);
  const values = pair === null || bit < 0 ? [] : [`${bitAt(pair.linear, bit)} → ${bitAt(pair.placed, bit)}`];
  return {
    highlight: shown?.cell ? shown : null,
    box: bitsBox(frame, bit, bit, frame.inputY, frame.boxHeight),
    lens: { title: bitName(bit), lines: [partOf(records, bit), ...values] },
    pickable: false,
  };
}

function addressMark(frame: XorBitsFrame, records: XorBitsRecords, highlight: Highlight): Mark | null {
  const pair = addressPairOf(records, highlight);
  if (pair === null) return null;
  const { row, column } = pair.cell;
  const { elementBytes } = records.tile;
  const line = (name: string, address: number) =>
    `${name} ${addressText(address)} → ${bankText(address, elementBytes)}`;
  return {
    highlight: { cell: pair.cell, bank: null },
    box: bitsBox(frame, frame.top, frame.low, frame.inputY, frame.boxHeight),
    lens: {
      title: `row ${row}, column ${column}`,
      lines: records.against
        ? [line('row by row', pair.linear), line('A', pair.against), line('B', pair.placed)]
        : [line('before', pair.linear), line('after', pair.placed)],
    },
    pickable: true,
  };
}

function bitTable(frame: XorBitsFrame, records: XorBitsRecords, shown: Highlight): Table {
  const pair = addressPairOf(records, shown);
  const bits = Array.from({ length: frame.top - frame.low + 1 }, (_, i) => frame.top - i);
  const digit = (address: number | undefined, bit: number): string =>
    address === undefined || bit < 0 ? '—' : `${bitAt(address, bit)}`;
  return {
    columns: ['bit', 'part', 'before', 'after'],
    rows: bits.map(bit => [
      `${bit - frame.unitShift}`.replace('-', '−'),
      partOf(records, bit),
      digit(pair?.linear, bit),
      digit(pair?.placed, bit),
    ]),
  };
}

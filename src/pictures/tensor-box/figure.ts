/** A box in its tensor in words: caption, lens, keyboard, table. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { unitBytes } from '../../model/tma/box.ts';
import { chunkOf } from '../../model/tma/box-bytes.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { bankText, count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import type { Highlight, Lens, Mark, PictureView, Table } from '../view.ts';
import { chunkInTensor, tensorBoxScene } from './draw.ts';
import {
  boxIn,
  byteOf,
  cellBox,
  coordinateOf,
  elementAt,
  isPlaneInside,
  rangesOf,
  rowAt,
  type TensorBoxFrame,
  tensorBoxFrame,
} from './frame.ts';
import type { TensorBoxRecords } from './records.ts';

export function tensorBoxFigure(records: TensorBoxRecords, view: PictureView): Figure {
  const frame = tensorBoxFrame(records, view);
  return {
    ...captionOf(records, frame),
    source: view.source,
    scene: tensorBoxScene(records, view),
    zoomable: null,
    handles: [],
    hit: (x, y) => markUnder(frame, records, x, y),
    markOf: highlight => markOf(frame, records, highlight),
    step: (highlight, dx, dy) => stepChunk(records, highlight, dx, dy),
    table: () => chunkTable(records),
  };
}

function captionOf({ copy, down, plane, other }: TensorBoxRecords, frame: TensorBoxFrame): Caption {
  const { map, start } = copy;
  const dims = map.dims.map(n => n.toLocaleString('en-US')).join(' × ');
  const at = plane.flatMap((value, dim) => (dim === 0 || dim === down ? [] : [`, dim ${dim} at ${value}`]));
  const text = `${dims} ${map.type}, dim 0 across${down === 0 ? '' : `, dim ${down} down`}`;
  const window = `${frame.across.count} chunks by ${count(frame.down.count, 'row')} in sight`;
  return {
    title: 'Tensor',
    text,
    detail: `${text}${at.join('')}; the box at (${start.join(', ')}), outlined; a cell is a chunk of 16 bytes, ${window}; hatched: outside of the tensor`,
    differing: other && other.holds.size > 0 ? count(other.holds.size, 'differs', 'differ') : '',
  };
}

function markUnder(frame: TensorBoxFrame, records: TensorBoxRecords, px: number, py: number): Mark | null {
  const { plot, across, down, pitchX, pitchY } = frame;
  if (px < plot.x || py < plot.y || px >= plot.x + plot.width || py >= plot.y + plot.height) return null;
  const byte = Math.floor((across.first + (px - plot.x) / pitchX) * CHUNK_BYTES);
  const coordinate = down.first + Math.floor((py - plot.y) / pitchY);
  const element = elementAt(records, byte);
  const row = element === null ? null : rowAt(records, coordinate);
  if (element !== null && row !== null) return markOf(frame, records, { cell: { row, column: element }, bank: null });
  const chunk = Math.floor(byte / CHUNK_BYTES);
  const box = boxIn(frame, { from: chunk, to: chunk + 1 }, { from: coordinate, to: coordinate + 1 });
  return { highlight: null, box, lens: lensOf(records, byte, coordinate), pickable: false };
}

function markOf(frame: TensorBoxFrame, records: TensorBoxRecords, highlight: Highlight): Mark | null {
  const cell = highlight?.cell ?? null;
  const perRow = records.bytes.shape.rowBytes / ELEMENT_BYTES[records.copy.map.type];
  const box = cell === null || cell.column >= perRow ? null : cellBox(frame, records, cell);
  if (cell === null || box === null) return null;
  const lens = lensOf(records, byteOf(records, cell.column), coordinateOf(records, cell.row)!);
  return {
    highlight: { cell, bank: null },
    box,
    lens: { ...lens, lines: [...lens.lines, ...sharedLines(records, cell.row * perRow + cell.column, cell.row)] },
    pickable: true,
  };
}

/** Moves by chunks across, by rows of the box down; from null to the box's first chunk. */
function stepChunk(records: TensorBoxRecords, highlight: Highlight, dx: number, dy: number): Highlight {
  const { bytes, copy, down } = records;
  const cell = highlight?.cell ?? null;
  const from = cell === null ? null : coordinateOf(records, cell.row);
  const to = (row: number, column: number): Highlight => ({ cell: { row, column }, bank: null });
  const first = down === 0 ? 0 : rowAt(records, copy.start[down])!;
  if (cell === null || from === null) return to(first, 0);
  const perChunk = CHUNK_BYTES / ELEMENT_BYTES[copy.map.type];
  const clamp = (value: number, length: number): number => Math.min(length - 1, Math.max(0, value));
  const chunk = clamp(Math.floor(cell.column / perChunk) + dx, bytes.chunksPerRow);
  if (down === 0) return to(0, chunk * perChunk);
  const step = copy.map.elementStrides[down];
  const index = clamp((from - copy.start[down]) / step + dy, bytes.shape.counts[down]);
  return to(rowAt(records, copy.start[down] + index * step)!, chunk * perChunk);
}

// A box in its tensor in words: what an element is and where it goes, and the plane's chunks as a table.

/** An element of the plane by the byte of its row: its coordinates, and where the tensor has it. */
function lensOf(records: TensorBoxRecords, byte: number, coordinate: number): Lens {
  const { map } = records.copy;
  const unit = unitBytes(map);
  const x = Math.floor(byte / unit);
  const coordinates = records.plane.map((at, dim) => (dim === 0 ? x : dim === records.down ? coordinate : at));
  const { across, down } = rangesOf(records);
  const isInside =
    isPlaneInside(records) &&
    byte >= 0 &&
    byte < across.tensor.to * CHUNK_BYTES &&
    coordinate >= 0 &&
    coordinate < down.tensor.to;
  const inSlice = Math.floor((byte - x * unit) / ELEMENT_BYTES[map.type]);
  return {
    title: `(${coordinates.join(', ')})${map.interleave === 'none' ? '' : `, element ${inSlice} of the slice`}`,
    lines: isInside
      ? [byteLine(records, coordinates, inSlice), ...otherLines(records, byte, coordinate)]
      : ['outside of the tensor'],
  };
}

/** Content of the chunk in the other source. */
function otherLines(records: TensorBoxRecords, byte: number, coordinate: number): string[] {
  const found = records.other?.holds.get(chunkInTensor(records, byte, coordinate) ?? -1);
  return found === undefined ? [] : [`${records.other!.name}: ${found}`];
}

/** 'byte 6,276 = 12·512 + 66·2'. */
function byteLine({ copy: { map } }: TensorBoxRecords, coordinates: readonly number[], inSlice: number): string {
  const inUnit = inSlice * ELEMENT_BYTES[map.type];
  const strides = [unitBytes(map), ...map.stridesBytes];
  const byte = coordinates.reduce((sum, at, dim) => sum + at * strides[dim], inUnit);
  const terms = coordinates.map((at, dim) => `${at}·${strides[dim]}`).reverse();
  return `byte ${byte.toLocaleString('en-US')} = ${terms.join(' + ')}${inUnit === 0 ? '' : ` + ${inUnit}`}`;
}

const FILLS = { zero: 'as 0', nan: 'as NaN, 0x7FF7 in 16 bits' } as const;

function sharedLines({ copy, bytes }: TensorBoxRecords, element: number, row: number): string[] {
  const address = bytes.walk.sharedAddresses[element];
  const place = `${addressText(address)} → ${bankText(address, ELEMENT_BYTES[copy.map.type])}`;
  const chunk = Math.floor((element * ELEMENT_BYTES[copy.map.type]) / CHUNK_BYTES) - row * bytes.chunksPerRow;
  const isOutside = bytes.walk.tensorBytes[element] < 0;
  const isCut = bytes.insideBytes[row * bytes.chunksPerRow + chunk] > 0;
  const leftOut = isCut ? 'stored behind the row, from' : 'left out, of';
  const how = copy.direction === 'store' ? (isOutside ? leftOut : 'from') : isOutside ? FILLS[copy.map.oobFill] : 'to';
  return [`row ${row}, chunk ${chunk} of the box`, `${how}${how.startsWith('as') ? ' in' : ''} shared ${place}`];
}

const LISTED_CHUNKS = 16;

/** The plane's rows of the box, and where each chunk of them lies in shared memory. */
function chunkTable(records: TensorBoxRecords): Table {
  const { bytes, copy } = records;
  const chunks = Math.min(bytes.chunksPerRow, LISTED_CHUNKS);
  const rows = Array.from({ length: bytes.shape.rows }, (_, row) => row).filter(
    row => coordinateOf(records, row) !== null,
  );
  return {
    columns: ['row', 'coordinates', ...Array.from({ length: chunks }, (_, chunk) => `chunk ${chunk}`)],
    rows: rows.map(row => {
      const at = (chunk: number) => chunkOf(copy, bytes, row * bytes.chunksPerRow + chunk);
      return [
        `${row}`,
        `(${at(0).coordinates.join(', ')})`,
        ...Array.from({ length: chunks }, (_, chunk) => {
          const { sharedAddress, insideBytes } = at(chunk);
          return `${addressText(sharedAddress)}${insideBytes === CHUNK_BYTES ? '' : insideBytes === 0 ? ' outside' : ` ${insideBytes} B inside`}`;
        }),
      ];
    }),
  };
}

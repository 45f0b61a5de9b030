/** A box in its tensor in words: what an element is and where it goes, and the plane's chunks as a table. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { unitBytes } from '../../model/tma/box.ts';
import { chunkOf } from '../../model/tma/box-bytes.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { bankText } from '../address-text.ts';
import type { Lens, Table } from '../view.ts';
import { chunkInTensor } from './differences.ts';
import { coordinateOf, isPlaneInside, rangesOf } from './frame.ts';
import type { TensorBoxRecords } from './records.ts';

/** An element of the plane by the byte of its row: its coordinates, and where the tensor has it. */
export function lensOf(records: TensorBoxRecords, byte: number, coordinate: number): Lens {
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

/** What somebody else found in the chunk instead. */
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

export function sharedLines({ copy, bytes }: TensorBoxRecords, element: number, row: number): string[] {
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
export function chunkTable(records: TensorBoxRecords): Table {
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

/** A copy chunk by chunk, and what its bytes are: copied, filled in, announced, taken of shared memory. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { type BoxShape, type BoxWalk, OUTSIDE, rowCoordinates, unitBytes, walkBox } from './box.ts';
import type { BoxCopy } from './box-copy.ts';

export interface BoxBytes {
  readonly shape: BoxShape;
  readonly walk: BoxWalk;
  readonly chunks: number;
  readonly chunksPerRow: number;
  /** Bytes of each chunk that are inside the tensor: those before its end, or none. */
  readonly insideBytes: Uint8Array;
  /** All that the copy announces or commits; the rest of them is outside. */
  readonly transactionBytes: number;
  readonly outsideBytes: number;
  readonly gapBytes: number;
}

/** The copy breaks no rule of `copyBreaches`. */
export function boxBytes({ map, start, base }: BoxCopy): BoxBytes {
  const walked = walkBox(map, start, base);
  if (!walked.ok) throw new Error(walked.error.message);
  const { shape, tensorBytes } = walked.value;
  const elementBytes = ELEMENT_BYTES[map.type];
  const insideBytes = new Uint8Array(shape.transactionBytes / CHUNK_BYTES);
  for (const [element, byte] of tensorBytes.entries())
    if (byte !== OUTSIDE) insideBytes[Math.floor((element * elementBytes) / CHUNK_BYTES)] += elementBytes;
  const inside = insideBytes.reduce((sum, bytes) => sum + bytes, 0);
  const { transactionBytes, sharedBytes } = shape;
  return {
    ...{ shape, walk: walked.value, insideBytes, transactionBytes },
    chunks: insideBytes.length,
    chunksPerRow: shape.rowBytes / CHUNK_BYTES,
    outsideBytes: transactionBytes - inside,
    gapBytes: sharedBytes - transactionBytes,
  };
}

export interface BoxChunk {
  readonly row: number;
  /** In its row. */
  readonly chunk: number;
  /** Of its first element, or of the slice that it is in; fastest first. */
  readonly coordinates: readonly number[];
  /** From the tensor's start; null where its first byte is outside. */
  readonly tensorByte: number | null;
  readonly sharedAddress: number;
  readonly insideBytes: number;
}

/** The chunk of a copy by its number in the walk. */
export function chunkOf(
  { map, start }: BoxCopy,
  { shape, walk, chunksPerRow, insideBytes }: BoxBytes,
  at: number,
): BoxChunk {
  const row = Math.floor(at / chunksPerRow);
  const chunk = at % chunksPerRow;
  const element = (at * CHUNK_BYTES) / ELEMENT_BYTES[map.type];
  const byte = walk.tensorBytes[element];
  const unit = Math.floor((chunk * CHUNK_BYTES) / unitBytes(map));
  const step = map.interleave === 'none' ? 1 : map.elementStrides[0];
  const address = walk.sharedAddresses[element];
  return {
    ...{ row, chunk, insideBytes: insideBytes[at] },
    coordinates: [start[0] + unit * step, ...rowCoordinates(map, start, row, shape)],
    tensorByte: byte === OUTSIDE ? null : byte,
    // Where a mode swaps the halves of a chunk, the chunk's own place.
    sharedAddress: address - (address % CHUNK_BYTES),
  };
}

/** Row of the box at coordinates of the tensor, from dimension 1 on; null where the box has none there. */
export function boxRowAt({ map, start }: BoxCopy, { counts }: BoxShape, coordinates: readonly number[]): number | null {
  let row = 0;
  let weight = 1;
  for (let dim = 1; dim < counts.length; dim++) {
    const index = (coordinates[dim - 1] - start[dim]) / map.elementStrides[dim];
    if (!Number.isInteger(index) || index < 0 || index >= counts[dim]) return null;
    row += index * weight;
    weight *= counts[dim];
  }
  return row;
}

/** Bytes of global memory from the tensor's start to its end: what a buffer for it must hold. */
export function extentBytes({ map }: Pick<BoxCopy, 'map'>): number {
  const { dims, stridesBytes } = map;
  return dims.slice(1).reduce((end, n, i) => end + (n - 1) * stridesBytes[i], dims[0] * unitBytes(map));
}

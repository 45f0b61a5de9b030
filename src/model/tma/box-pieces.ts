/** The pieces that a copy keeps together, and the bytes that it leaves in shared memory or in the tensor. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import type { SwizzleMode } from '../../trace/launch.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { fillBytes, OUTSIDE } from './box.ts';
import type { BoxBytes } from './box-bytes.ts';
import type { BoxCopy } from './box-copy.ts';

/** Bytes of a piece: a 16-byte chunk, or half of one if the mode swaps the halves. */
export const pieceBytes = (mode: SwizzleMode): number =>
  mode === '128B_ATOM_32B_FLIP_8B' ? CHUNK_BYTES / 2 : CHUNK_BYTES;

export interface BoxPiece {
  /** Byte offset from the tensor's start; `OUTSIDE` if the piece's first byte is outside the tensor. */
  readonly tensorByte: number;
  /** How many bytes of the piece lie before the tensor's end. */
  readonly insideBytes: number;
  readonly sharedAddress: number;
}

/** The pieces of a copy, in the order of the walk. */
export function boxPieces(
  { map }: Pick<BoxCopy, 'map'>,
  { walk, insideBytes, transactionBytes }: BoxBytes,
): BoxPiece[] {
  const bytes = pieceBytes(map.swizzle);
  const perPiece = bytes / ELEMENT_BYTES[map.type];
  return Array.from({ length: transactionBytes / bytes }, (_, i) => {
    const first = i * bytes;
    const inside = insideBytes[Math.floor(first / CHUNK_BYTES)] - (first % CHUNK_BYTES);
    return {
      tensorByte: walk.tensorBytes[i * perPiece],
      insideBytes: Math.min(bytes, Math.max(0, inside)),
      sharedAddress: walk.sharedAddresses[i * perPiece],
    };
  });
}

/** Gives the value of the byte at a place in memory. */
export type ByteAt = (byte: number) => number;

/** Writes a load's bytes into shared memory; `window` is shared memory from address `first` on. */
export function load(copy: BoxCopy, bytes: BoxBytes, tensor: ByteAt, window: Uint8Array, first: number): void {
  const size = pieceBytes(copy.map.swizzle);
  const fill = fillBytes(copy.map);
  for (const { tensorByte, insideBytes, sharedAddress } of boxPieces(copy, bytes))
    for (let i = 0; i < size; i++)
      window[sharedAddress - first + i] = i < insideBytes ? tensor(tensorByte + i) : fill[i % fill.length];
}

/**
 * Writes a store's bytes into a tensor; `shared` gives a byte by its address. Pieces outside the tensor are left out. A
 * piece that the tensor's edge cuts is stored whole, into the gap behind its row, as an H200 does it
 * (scripts/replay/evidence/bulk.json).
 */
export function store(copy: BoxCopy, bytes: BoxBytes, shared: ByteAt, tensor: Uint8Array): void {
  const size = pieceBytes(copy.map.swizzle);
  for (const { tensorByte, sharedAddress } of boxPieces(copy, bytes))
    if (tensorByte !== OUTSIDE) for (let i = 0; i < size; i++) tensor[tensorByte + i] = shared(sharedAddress + i);
}

/** How many bytes a store writes behind rows of the tensor, although they are outside the tensor. */
export const overhangBytes = (copy: BoxCopy, bytes: BoxBytes): number =>
  boxPieces(copy, bytes).reduce(
    (sum, { tensorByte, insideBytes }) =>
      tensorByte === OUTSIDE ? sum : sum + pieceBytes(copy.map.swizzle) - insideBytes,
    0,
  );

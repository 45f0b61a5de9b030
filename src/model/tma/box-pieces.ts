/** A copy as the pieces that it keeps together, and the bytes that it leaves in shared memory or in the tensor. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import type { SwizzleMode } from '../../trace/launch.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { fillBytes, OUTSIDE } from './box.ts';
import type { BoxBytes } from './box-bytes.ts';
import type { BoxCopy } from './box-copy.ts';

/** 16-byte chunks, or their halves where a mode exchanges these. */
export const pieceBytes = (mode: SwizzleMode): number =>
  mode === '128B_ATOM_32B_FLIP_8B' ? CHUNK_BYTES / 2 : CHUNK_BYTES;

export interface BoxPiece {
  /** From the tensor's start; `OUTSIDE` where its first byte is outside. */
  readonly tensorByte: number;
  /** Of the piece, those before the tensor's end. */
  readonly insideBytes: number;
  readonly sharedAddress: number;
}

/** In the order of the walk. */
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

/** A byte of memory by its place there. */
export type ByteAt = (byte: number) => number;

/** Puts what a load brings into shared memory; `window` holds it from address `first` on. */
export function load(copy: BoxCopy, bytes: BoxBytes, tensor: ByteAt, window: Uint8Array, first: number): void {
  const size = pieceBytes(copy.map.swizzle);
  const fill = fillBytes(copy.map);
  for (const { tensorByte, insideBytes, sharedAddress } of boxPieces(copy, bytes))
    for (let i = 0; i < size; i++)
      window[sharedAddress - first + i] = i < insideBytes ? tensor(tensorByte + i) : fill[i % fill.length];
}

/**
 * Puts what a store brings into a tensor; `shared` is by address. What is outside is left out, but a piece that the tensor's
 * edge cuts is stored whole, into the gap behind its row: so an H200 does (scripts/replay/evidence/bulk.json).
 */
export function store(copy: BoxCopy, bytes: BoxBytes, shared: ByteAt, tensor: Uint8Array): void {
  const size = pieceBytes(copy.map.swizzle);
  for (const { tensorByte, sharedAddress } of boxPieces(copy, bytes))
    if (tensorByte !== OUTSIDE) for (let i = 0; i < size; i++) tensor[tensorByte + i] = shared(sharedAddress + i);
}

/** Bytes behind rows of the tensor that a store writes although they are outside. */
export const overhangBytes = (copy: BoxCopy, bytes: BoxBytes): number =>
  boxPieces(copy, bytes).reduce(
    (sum, { tensorByte, insideBytes }) =>
      tensorByte === OUTSIDE ? sum : sum + pieceBytes(copy.map.swizzle) - insideBytes,
    0,
  );

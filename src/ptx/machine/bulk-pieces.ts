/**
 * Pieces that a bulk copy moves, of equal size, each from one place to another. A stretch of bytes is a single piece.
 */
import type { Combine } from './bulk-copy.ts';

export interface BulkPieces {
  /** Bytes of a piece in shared memory. */
  readonly sizeBytes: number;
  /** Byte offsets of the pieces in the CTA's shared memory: of the destination, where both sides are shared. */
  readonly shared: Int32Array;
  /**
   * Offsets on the other side: in device memory, or in another CTA's shared memory. Meaningless for a piece of which
   * nothing is inside.
   */
  readonly other: Int32Array;
  /** How much of each piece, from its start, the other side has: the rest lies outside of the tensor. */
  readonly insideBytes: Int32Array;
}

export const stretch = (shared: number, other: number, sizeBytes: number): BulkPieces => ({
  sizeBytes,
  shared: Int32Array.of(shared),
  other: Int32Array.of(other),
  insideBytes: Int32Array.of(sizeBytes),
});

/** The bytes of each 16 whose bit is set in `mask`. */
export function maskedStretch(shared: number, other: number, sizeBytes: number, mask: number): BulkPieces {
  const bytes = Array.from({ length: sizeBytes }, (_, i) => i).filter(i => ((mask >>> (i & 15)) & 1) === 1);
  return {
    sizeBytes: 1,
    shared: Int32Array.from(bytes, i => shared + i),
    other: Int32Array.from(bytes, i => other + i),
    insideBytes: new Int32Array(bytes.length).fill(1),
  };
}

/** Bytes of the pieces, one piece after the other, read from the places `at`; what is outside is `fill`, again and again. */
export function gathered(
  from: Uint8Array,
  at: Int32Array,
  { sizeBytes, insideBytes }: BulkPieces,
  fill: Uint8Array,
): Uint8Array {
  const data = new Uint8Array(at.length * sizeBytes);
  for (let i = 0, to = 0; i < at.length; i++, to += sizeBytes) {
    const [start, inside] = [at[i], insideBytes[i]];
    copyBytes(data, to, from, start, inside);
    for (let b = inside; b < sizeBytes; b++) data[to + b] = fill[b % fill.length];
  }
  return data;
}

const replace: Combine = (memory, at, data, from, count) => copyBytes(memory, at, data, from, count);

/** A view costs as much as some dozens of bytes. */
function copyBytes(to: Uint8Array, at: number, from: Uint8Array, start: number, count: number): void {
  if (count > 64) to.set(from.subarray(start, start + count), at);
  else for (let b = 0; b < count; b++) to[at + b] = from[start + b];
}

/** Whole pieces, with what was filled in. */
export function putIntoShared(
  to: Uint8Array,
  data: Uint8Array,
  { sizeBytes, shared }: BulkPieces,
  combine: Combine | null,
): void {
  const put = combine ?? replace;
  for (let i = 0; i < shared.length; i++) put(to, shared[i], data, i * sizeBytes, sizeBytes);
}

/** Writes the bytes that are inside. */
export function putOutside(
  to: Uint8Array,
  data: Uint8Array,
  { sizeBytes, other, insideBytes }: BulkPieces,
  combine: Combine | null,
): void {
  const put = combine ?? replace;
  for (let i = 0; i < other.length; i++) if (insideBytes[i] > 0) put(to, other[i], data, i * sizeBytes, insideBytes[i]);
}

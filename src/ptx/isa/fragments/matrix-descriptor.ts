/**
 * Where a multiplicand of `wgmma` lies in shared memory (PTX ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout").
 * It is 32 bytes deep in K; its rows are those of A, or columns of B. Either 16 bytes are a piece of a row (K-major), or,
 * of 16-bit elements, 8 rows at one k (MN-major). What the two strides of a descriptor mean depends on that and on the
 * swizzle: CUTLASS writes it down as the canonical layouts of `make_gmma_desc`, in units of 16 bytes:
 *
 *     K-major   none      ((8,m),2):((1,SBO),LBO)          MN-major   none      ((1,m),(8,2)):((-,SBO),(1,LBO))
 *               S bytes   ((8,m),2):((S/16,SBO),1)                    S bytes   ((S/16,m),(8,2)):((1,LBO),(S/16,SBO))
 */
import { CHUNK_BYTES } from '../../../base/hardware.ts';

export interface MatrixDescriptor {
  /** In the shared window. */
  readonly startBytes: number;
  /** LBO and SBO. */
  readonly leadingBytes: number;
  readonly strideBytes: number;
  /** In 128 bytes: where in 1024 the pattern of the swizzle starts. */
  readonly baseOffset: number;
  /** Bytes that the swizzle permutes in pieces of 16; 16 without one. */
  readonly swizzleBytes: number;
}

export const DEPTH_BYTES = 32;
/** Pieces of 16 bytes in 8 rows. */
const GROUP_CHUNKS = (8 * DEPTH_BYTES) / CHUNK_BYTES;
/** By bits 62 and 63. */
const SWIZZLE_BYTES = [16, 128, 64, 32] as const;

/** Bits that mean nothing, by the word that has them. */
const RESERVED: readonly { readonly word: 0 | 1; readonly mask: number; readonly name: string }[] = [
  { word: 0, mask: 0xc000, name: 'bits 14-15' },
  { word: 0, mask: 0xc000_0000 | 0, name: 'bits 30-31' },
  { word: 1, mask: 0x1_c000, name: 'bits 46-48' },
  { word: 1, mask: 0x3ff0_0000, name: 'bits 52-61' },
];

/** The field that must be zero and is not. */
export const reservedField = (low: number, high: number): string | null =>
  RESERVED.find(({ word, mask }) => ((word === 0 ? low : high) & mask) !== 0)?.name ?? null;

/** Addresses and strides are in 16 bytes. */
const bytesOf = (field: number): number => (field & 0x3fff) << 4;

export const readDescriptor = (low: number, high: number): MatrixDescriptor => ({
  startBytes: bytesOf(low),
  leadingBytes: bytesOf(low >>> 16),
  strideBytes: bytesOf(high),
  baseOffset: (high >>> 17) & 7,
  swizzleBytes: SWIZZLE_BYTES[high >>> 30],
});

/** How many pieces of 16 bytes there are. */
export const chunksOf = (rows: number): number => (rows / 8) * GROUP_CHUNKS;

/**
 * Fills in where the pieces lie in the shared window: of K-major rows piece i is half i % 2 of row i / 2; of MN-major ones it is
 * rows 8 (i / 16) to 8 (i / 16) + 7 at k = i % 16.
 */
export function placeChunks(descriptor: MatrixDescriptor, rows: number, isMnMajor: boolean, at: Int32Array): void {
  const { startBytes, baseOffset, swizzleBytes } = descriptor;
  const place = isMnMajor ? placeAcross : placeAlong;
  const mask = swizzleBytes / CHUNK_BYTES - 1;
  const count = chunksOf(rows);
  for (let i = 0; i < count; i++) {
    const address = startBytes + place(descriptor, i);
    at[i] = (address ^ ((((address >> 7) - baseOffset) & mask) << 4)) & ADDRESS_MASK;
  }
}

/** Addresses have 18 bits. */
const ADDRESS_MASK = 0x3_ffff;

function placeAlong({ swizzleBytes, leadingBytes, strideBytes }: MatrixDescriptor, i: number): number {
  const [row, half] = [i >> 1, i & 1];
  const step = swizzleBytes === CHUNK_BYTES ? leadingBytes : CHUNK_BYTES;
  return (row & 7) * swizzleBytes + (row >> 3) * strideBytes + half * step;
}

function placeAcross({ swizzleBytes, leadingBytes, strideBytes }: MatrixDescriptor, i: number): number {
  const [group, k] = [i >> 4, i & 15];
  if (swizzleBytes === CHUNK_BYTES) return group * strideBytes + (k & 7) * CHUNK_BYTES + (k >> 3) * leadingBytes;
  const groups = swizzleBytes / CHUNK_BYTES;
  const inside = (group % groups) * CHUNK_BYTES + (k & 7) * swizzleBytes;
  return inside + Math.floor(group / groups) * leadingBytes + (k >> 3) * strideBytes;
}

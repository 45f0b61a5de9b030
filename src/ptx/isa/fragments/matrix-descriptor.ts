/**
 * Where a multiplicand of `wgmma` or `tcgen05.mma` lies in shared memory (PTX ISA, "Asynchronous Warpgroup Level Matrix Shared
 * Memory Layout", "tcgen05: Shared memory layout"). It is 32 bytes deep in K; its rows are those of A, or columns of B. Either 16
 * bytes are a piece of a row (K-major), or several rows at one k (MN-major): 8 of 16-bit elements. What the two strides of a
 * descriptor mean depends on that and on the swizzle: CUTLASS writes it down as the canonical layouts of `make_gmma_desc` and
 * `make_umma_desc`, in units of 16 bytes, S bytes being the swizzle:
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
  /** Bytes that the swizzle permutes; 16 without one. */
  readonly swizzleBytes: number;
  /** In which pieces: 32 of `tcgen05` only, for MN-major elements of 32 bits. Its pattern starts again after 4 rows, not 8. */
  readonly atomBytes: 16 | 32;
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
  atomBytes: 16,
});

export interface MatrixPieces {
  readonly rows: number;
  /** Elements of 16 bytes, half as many as the matrix is deep. */
  readonly perPiece: number;
  readonly isMnMajor: boolean;
}

/** How many pieces of 16 bytes there are, where the rows fill whole pieces. */
export const chunksOf = (rows: number): number => (rows / 8) * GROUP_CHUNKS;

/** The same of any rows: a piece of MN-major rows may have some that are not asked for. */
export const piecesOf = ({ rows, perPiece, isMnMajor }: MatrixPieces): number =>
  isMnMajor ? Math.ceil(rows / perPiece) * 2 * perPiece : 2 * rows;

/**
 * Fills in where the pieces lie in the shared window: of K-major rows piece i is half i % 2 of row i / 2; of MN-major ones it is
 * P rows at k = i % D, from row P (i / D) on, of P elements a piece and D = 2 P in the depth.
 */
export function placeChunks(descriptor: MatrixDescriptor, pieces: MatrixPieces, at: Int32Array): void {
  const { startBytes, baseOffset, swizzleBytes, atomBytes } = descriptor;
  const { perPiece, isMnMajor } = pieces;
  const mask = swizzleBytes / atomBytes - 1;
  const shift = Math.log2(atomBytes);
  const count = piecesOf(pieces);
  for (let i = 0; i < count; i++) {
    const address = startBytes + (isMnMajor ? placeAcross(descriptor, i, perPiece) : placeAlong(descriptor, i));
    at[i] = (address ^ ((((address >> 7) - baseOffset) & mask) << shift)) & ADDRESS_MASK;
  }
}

/** Addresses have 18 bits. */
const ADDRESS_MASK = 0x3_ffff;

function placeAlong({ swizzleBytes, leadingBytes, strideBytes }: MatrixDescriptor, i: number): number {
  const [row, half] = [i >> 1, i & 1];
  const step = swizzleBytes === CHUNK_BYTES ? leadingBytes : CHUNK_BYTES;
  return (row & 7) * swizzleBytes + (row >> 3) * strideBytes + half * step;
}

function placeAcross(
  { swizzleBytes, leadingBytes, strideBytes, atomBytes }: MatrixDescriptor,
  i: number,
  perPiece: number,
): number {
  const depth = 2 * perPiece;
  const [group, k] = [Math.floor(i / depth), i % depth];
  if (swizzleBytes === CHUNK_BYTES) return group * strideBytes + (k & 7) * CHUNK_BYTES + (k >> 3) * leadingBytes;
  const groups = swizzleBytes / CHUNK_BYTES;
  const atomRows = atomBytes === CHUNK_BYTES ? 8 : 4;
  const inside = (group % groups) * CHUNK_BYTES + (k % atomRows) * swizzleBytes;
  return inside + Math.floor(group / groups) * leadingBytes + Math.floor(k / atomRows) * strideBytes;
}

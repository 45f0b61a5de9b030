/**
 * Place of a multiplicand of `wgmma` or `tcgen05.mma` in shared memory (PTX ISA, "Asynchronous Warpgroup Level Matrix
 * Shared Memory Layout", "tcgen05: Shared memory layout"). It is 32 bytes deep in K, B of a sparse product 64; its rows
 * are those of A, or columns of B. Either 16 bytes are a piece of a row (K-major), or several rows at one k (MN-major):
 * 8 of 16-bit elements. What the two strides of a descriptor mean depends on that and on the swizzle: CUTLASS writes it
 * down as the canonical layouts of `make_gmma_desc` and `make_umma_desc`, in units of 16 bytes, S bytes being the
 * swizzle:
 *
 *     K-major   none      ((8,m),2):((1,SBO),LBO)          MN-major   none      ((1,m),(8,2)):((-,SBO),(1,LBO))
 *               S bytes   ((8,m),2):((S/16,SBO),1)                    S bytes   ((S/16,m),(8,2)):((1,LBO),(S/16,SBO))
 */
import { CHUNK_BYTES } from '../../../base/hardware.ts';

export interface MatrixDescriptor {
  /** Offset in the shared window. */
  readonly startBytes: number;
  /** LBO and SBO. */
  readonly leadingBytes: number;
  readonly strideBytes: number;
  /** Where in 1024 bytes the swizzle's pattern starts, in units of 128 bytes. */
  readonly baseOffset: number;
  /** Bytes that the swizzle permutes; 16 without one. */
  readonly swizzleBytes: number;
  /**
   * Bytes of the pieces that are permuted: 32 only for `tcgen05`, for MN-major elements of 32 bits. The pattern then
   * repeats after 4 rows, not 8.
   */
  readonly atomBytes: 16 | 32;
}

/** Swizzle by bits 62 and 63. */
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
  /** Elements of 16 bytes. */
  readonly perPiece: number;
  readonly isMnMajor: boolean;
  /** Pieces that a K-major row has: how deep the matrix is. */
  readonly perRow: 2 | 4;
}

/** Elements in K. */
export const depthOfPieces = ({ perPiece, perRow }: MatrixPieces): number => perRow * perPiece;

/** How many pieces of 16 bytes there are; one of MN-major rows may have some rows that are not asked for. */
export const piecesOf = (pieces: MatrixPieces): number =>
  pieces.isMnMajor ? Math.ceil(pieces.rows / pieces.perPiece) * depthOfPieces(pieces) : pieces.perRow * pieces.rows;

/**
 * Fills in where the pieces lie in the shared window: of K-major rows piece i is piece i % R of row i / R, R a row;
 * of MN-major ones it is P rows at k = i % D, from row P (i / D) on, of P elements a piece and D = R P in the depth.
 */
export function placeChunks(descriptor: MatrixDescriptor, pieces: MatrixPieces, at: Int32Array): void {
  const { startBytes, baseOffset, swizzleBytes, atomBytes } = descriptor;
  const mask = swizzleBytes / atomBytes - 1;
  const shift = Math.log2(atomBytes);
  const count = piecesOf(pieces);
  for (let i = 0; i < count; i++) {
    const address =
      startBytes + (pieces.isMnMajor ? placeAcross(descriptor, i, pieces) : placeAlong(descriptor, i, pieces.perRow));
    at[i] = (address ^ ((((address >> 7) - baseOffset) & mask) << shift)) & ADDRESS_MASK;
  }
}

/** Addresses have 18 bits. */
const ADDRESS_MASK = 0x3_ffff;

/** A swizzle of 32 bytes has two pieces of a row side by side, and two behind these. */
function placeAlong(
  { swizzleBytes, leadingBytes, strideBytes }: MatrixDescriptor,
  i: number,
  perRow: MatrixPieces['perRow'],
): number {
  const [row, along] = [Math.floor(i / perRow), (i % perRow) * CHUNK_BYTES];
  const step = Math.floor(along / swizzleBytes) * leadingBytes + (along % swizzleBytes);
  return (row & 7) * swizzleBytes + (row >> 3) * strideBytes + step;
}

function placeAcross(
  { swizzleBytes, leadingBytes, strideBytes, atomBytes }: MatrixDescriptor,
  i: number,
  pieces: MatrixPieces,
): number {
  const depth = depthOfPieces(pieces);
  const [group, k] = [Math.floor(i / depth), i % depth];
  if (swizzleBytes === CHUNK_BYTES) return group * strideBytes + (k & 7) * CHUNK_BYTES + (k >> 3) * leadingBytes;
  const groups = swizzleBytes / CHUNK_BYTES;
  const atomRows = atomBytes === CHUNK_BYTES ? 8 : 4;
  const inside = (group % groups) * CHUNK_BYTES + (k % atomRows) * swizzleBytes;
  return inside + Math.floor(group / groups) * leadingBytes + Math.floor(k / atomRows) * strideBytes;
}

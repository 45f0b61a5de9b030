/**
 * Scale factors in tensor memory (PTX ISA, "tcgen05: Block scaling"; CUTLASS, `tmem_sf_frg`): that of row r, or of column n, is in lane
 * r % 32 of column r / 32, a byte for each block along K, and there again in each quarter of the lanes.
 */
import { decodeFloat, E4M3 } from '../../../base/float-formats.ts';

export type ScaleType = 'ue4m3' | 'ue8m0';

/** Value of a scale factor, which has no sign; the pattern of all ones is no number. */
export const scaleOf = (type: ScaleType, byte: number): number =>
  type === 'ue4m3' ? decodeFloat(E4M3, byte & 0x7f) : byte === 0xff ? Number.NaN : 2 ** (byte - 127);

export interface ScaleBlocks {
  /** Elements of K that share a factor. */
  readonly size: number;
  /** Factors of a row in one instruction. */
  readonly count: number;
}

const VECTORS = ['scale_vec::1X', 'scale_vec::2X', 'scale_vec::4X', 'block32', 'block16'] as const;
export type ScaleVector = (typeof VECTORS)[number];

/** Blocks by kind, then by vector; the first one is that of instructions without such a word. */
const BLOCKS: Readonly<Record<string, Readonly<Partial<Record<ScaleVector, ScaleBlocks>>>>> = {
  mxf8f6f4: { 'scale_vec::1X': { size: 32, count: 1 }, block32: { size: 32, count: 1 } },
  mxf4: { 'scale_vec::2X': { size: 32, count: 2 }, block32: { size: 32, count: 2 } },
  mxf4nvf4: {
    'scale_vec::2X': { size: 32, count: 2 },
    'scale_vec::4X': { size: 16, count: 4 },
    block32: { size: 32, count: 2 },
    block16: { size: 16, count: 4 },
  },
};

export const vectorsOf = (kind: string): ScaleVector[] => VECTORS.filter(vector => BLOCKS[kind]?.[vector]);
export const blocksOf = (kind: string, vector: ScaleVector): ScaleBlocks => BLOCKS[kind][vector]!;

/** Error of the byte at which the factors begin, or of their type; null if both are right. */
export function badScales(
  kind: string,
  { count }: ScaleBlocks,
  type: ScaleType,
  bytes: readonly number[],
): string | null {
  if (type === 'ue4m3' && count !== 4) return `.kind::${kind} has scale factors of ue8m0 here`;
  if (bytes.some(byte => byte % count !== 0))
    return `${count} scale factors cannot begin with byte ${bytes.find(byte => byte % count !== 0)}`;
  return null;
}

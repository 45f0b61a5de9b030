/** Facts that follow from the parameters: the width of the access, a warp's share of shared memory, and refusals. */

import { roundUp } from '../../base/bits.ts';
import { LANES, LINE_BYTES, MATRIX_ROW_BYTES, MATRIX_ROWS, WORD_BYTES } from '../../base/hardware.ts';
import { FIRST_WITH_STMATRIX } from './archs.ts';
import { MOST_STRETCH_BYTES, type ProbeParams, type ProbeTable, tableOf } from './params.ts';
import { LOADING, MATRIX_VARIANTS, type ProbeVariant } from './variants.ts';

/** Accesses of a pass through the loop. */
export const ACCESSES = 8;
export const ROW_WORDS = MATRIX_ROW_BYTES / WORD_BYTES;

export const isMatrix = (variant: ProbeVariant): boolean => MATRIX_VARIANTS.includes(variant);
export const isLoading = (variant: ProbeVariant): boolean => LOADING.includes(variant);

/** 4-byte words of a lane: out of every matrix one. */
export const wordsOf = (variant: ProbeVariant, p: ProbeParams): number =>
  isMatrix(variant) ? p.matrices : p.widthBytes / 4;

/** Bytes at each address of the table. */
export const accessBytes = (variant: ProbeVariant, p: ProbeParams): number =>
  isMatrix(variant) ? MATRIX_ROW_BYTES : p.widthBytes;

/** Lanes whose addresses are read. */
export const addressedLanes = (variant: ProbeVariant, p: ProbeParams): number =>
  isMatrix(variant) ? p.matrices * MATRIX_ROWS : LANES;

/** The loop is passed once before it is timed. */
export const allPasses = ({ passes }: ProbeParams): number => (passes === 1 ? 1 : passes + 1);

/** Bytes of a warp's stretch: whole lines, so that every warp's stretch starts at bank 0. */
export function stretchBytes(variant: ProbeVariant, p: ProbeParams): number {
  const ends = tableOf(p).map(offset => (offset ?? 0) + accessBytes(variant, p));
  return roundUp(Math.max(...ends), LINE_BYTES);
}

/**
 * Byte offset of a lane's word in the warp's stretch; null for an idle lane. For a matrix, lane l has word l % 4 of row
 * l / 4.
 */
export function wordOffset(variant: ProbeVariant, table: ProbeTable, lane: number, word: number): number | null {
  const at = isMatrix(variant) ? table[word * MATRIX_ROWS + Math.floor(lane / ROW_WORDS)] : table[lane];
  if (at === null) return null;
  return isMatrix(variant) ? at + (lane % ROW_WORDS) * 4 : at + word * 4;
}

export function refusalOf(variant: ProbeVariant, p: ProbeParams): string | null {
  const bytes = accessBytes(variant, p);
  const offsets = tableOf(p).slice(0, addressedLanes(variant, p));
  const off = offsets.findIndex(offset => offset !== null && offset % bytes !== 0);
  if (off >= 0) return `Lane ${off}: ${offsets[off]} is no multiple of the ${bytes} bytes that an address stands for.`;
  const idle = isMatrix(variant) ? offsets.indexOf(null) : -1;
  if (idle >= 0)
    return `Lane ${idle} is idle; every row of ${p.matrices === 1 ? 'the matrix' : 'the matrices'} has an address.`;
  if (stretchBytes(variant, p) > MOST_STRETCH_BYTES) return `The last access ends beyond ${MOST_STRETCH_BYTES} bytes.`;
  return null;
}

export const shortfallOf = (variant: ProbeVariant, arch: string): string | null =>
  variant === 'stmatrix' && Number.parseInt(arch.slice(3), 10) < FIRST_WITH_STMATRIX
    ? `${arch} has no stmatrix; it came with sm_${FIRST_WITH_STMATRIX}.`
    : null;

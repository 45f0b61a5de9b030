/** Compile-time constants of each version, and the sizes that follow from them. */
import { LANES, MBARRIER_BYTES, SWIZZLE_REPEAT_BYTES, WARPGROUP_THREADS } from '../../base/hardware.ts';
import type { BuildSpec } from '../kernel.ts';
import type { AttentionParams } from './params.ts';
import {
  type AttentionVariant,
  isNarrow,
  isPersistent,
  isSeamless,
  isSpecialized,
  takesMaps,
  versionOf,
} from './variants.ts';

/** Of O, and of Q, K and V but in FP8. */
export const ELEMENT_BYTES = 2;
/** Columns of a slab: 128 bytes, as wide as the swizzle. */
export const SLAB = 64;
export const STAGES = 2;
/** Rows of a box of O on its way out. */
export const BOX_QUERIES = 16;

type Compiled = Pick<AttentionParams, 'headDim' | 'elementType'>;

export const buildSpec = (variant: AttentionVariant, { headDim, elementType }: AttentionParams): BuildSpec => ({
  source: `attention/${hasOtherRows(variant, headDim) ? 'a7-fp8-slabs' : variant}.cu`,
  entry: 'attention',
  defines: { HEAD_DIM: headDim, ELEMENT_F16: elementType === 'f16' ? 1 : 0 },
});

/** Rows of a head of 128 bytes are as wide as the swizzle, which makes `a7-fp8.cu` shorter. */
const hasOtherRows = (variant: AttentionVariant, headDim: number): boolean => variant === 'a7-fp8' && headDim !== 128;

type Dimension = Pick<Compiled, 'headDim'>;

/**
 * Number of warpgroups that multiply, each with 64 queries. The mma.sync versions have as many warps as two warpgroups.
 */
const warpgroupsOf = (variant: AttentionVariant, { headDim }: Dimension): number =>
  takesMaps(variant) && headDim === 64 ? 3 : 2;

export const multiplyingWarps = (variant: AttentionVariant, p: Dimension): number =>
  (warpgroupsOf(variant, p) * WARPGROUP_THREADS) / LANES;

/** Queries of a CTA's tile. */
export const tileQueries = (variant: AttentionVariant, p: Dimension): number =>
  variant === 'naive' ? 4 : warpgroupsOf(variant, p) * 64;

export function tileKeys(variant: AttentionVariant, { headDim }: Dimension): number {
  if (versionOf(variant) === 'naive') return 1;
  return takesMaps(variant) && headDim < 256 ? 128 : 64;
}

export function threadsOf(variant: AttentionVariant, p: Dimension): number {
  if (variant === 'naive') return tileQueries(variant, p) * LANES;
  return (warpgroupsOf(variant, p) + (isSpecialized(variant) ? 1 : 0)) * WARPGROUP_THREADS;
}

/** Bytes of an element of Q, K and V. */
export const operandBytes = (variant: AttentionVariant): number => (isNarrow(variant) ? 1 : ELEMENT_BYTES);

/** Columns of 128 bytes of Q, K or V; 8-bit heads of 64 are narrower. */
export const slabColumns = (variant: AttentionVariant, { headDim }: Dimension): number =>
  Math.min(ROW_BYTES / operandBytes(variant), headDim);

/** Bytes of a row of Q, K or V in a slab. */
export const slabRowBytes = (variant: AttentionVariant, p: Dimension): number =>
  slabColumns(variant, p) * operandBytes(variant);

export const slabsOf = ({ headDim }: Dimension): number => headDim / SLAB;
/** Boxes of O that a warp fills at a time. */
export const warpBoxes = (p: Dimension): number => Math.min(slabsOf(p), 2);

const ROW_BYTES = SLAB * ELEMENT_BYTES;
export const BOX_BYTES = BOX_QUERIES * ROW_BYTES;
/** Barriers take a whole repeat of the swizzle, as what follows them starts with the next. */
const BARRIER_BYTES = SWIZZLE_REPEAT_BYTES;

/** Tiles of queries that shared memory has at a time: two of the widest heads would not fit. */
export const queryStages = (variant: AttentionVariant, p: Dimension): number =>
  isSeamless(variant) && p.headDim < 256 ? 2 : 1;

/** Places of tiles in shared memory: queries first, then keys, then values, each stage by stage. */
export function sharedPlaces(variant: AttentionVariant, p: Dimension) {
  const queryTile = tileQueries(variant, p) * p.headDim * operandBytes(variant);
  const q = queryStages(variant, p) * queryTile;
  const tile = tileKeys(variant, p) * p.headDim * operandBytes(variant);
  const ring = takesMaps(variant) ? STAGES * tile + (isSpecialized(variant) ? BARRIER_BYTES : 0) : tile;
  return {
    q: (stage: number): number => stage * queryTile,
    k: (stage: number): number => q + stage * tile,
    v: (stage: number): number => q + ring + stage * tile,
    /** Values that a producer has turned round. */
    turned: (stage: number): number => q + 2 * ring + stage * tile,
    box: (warp: number, box: number): number => q + 2 * ring + (warp * warpBoxes(p) + box) * BOX_BYTES,
    end:
      q +
      (isNarrow(variant) ? 3 : 2) * ring +
      (isPersistent(variant) ? multiplyingWarps(variant, p) * warpBoxes(p) * BOX_BYTES : 0),
  };
}

export const TASK_BYTES = 16;

/** Where version 7 has what the producer says of a tile: behind the barriers of its queries. */
export const taskPlace = (variant: AttentionVariant, p: Dimension, stage: number): number =>
  sharedPlaces(variant, p).end + 2 * queryStages(variant, p) * MBARRIER_BYTES + stage * TASK_BYTES;

/** Rings of mbarriers in the order of their addresses, of versions with a producer. */
export const loggedRings = (variant: AttentionVariant, p: Dimension) => [
  ...['k', 'v'].flatMap(buffer =>
    ['full', 'empty'].map(kind => ({ name: `${kind} ${buffer}`, buffer, stages: STAGES })),
  ),
  { name: 'full q', buffer: 'q', stages: queryStages(variant, p) },
  ...(isPersistent(variant) ? [{ name: 'empty q', buffer: 'q', stages: queryStages(variant, p) }] : []),
];

/** All of it dynamic. */
export function sharedBytes(variant: AttentionVariant, p: Dimension): number {
  if (variant === 'naive') return 0;
  return sharedPlaces(variant, p).end + (takesMaps(variant) ? BARRIER_BYTES : 0);
}

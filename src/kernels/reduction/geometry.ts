/** Sizes that follow from the parameters: the grid, what a CTA takes of the input, and its sums in shared memory. */
import { LANES } from '../../base/hardware.ts';
import { sizeBytes, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { ReductionParams } from './params.ts';
import { type ReductionVariant, stridesByGrid } from './variants.ts';

export const ELEMENT_BYTES = 4;

/** Elements of a vector load, and the vectors of a thread in a pass. */
export const PER_VECTOR = 4;
export const HELD = 4;

/** Elements that one pass of a CTA takes off the input; all variants but the last two make a single pass. */
function takenAtOnce(variant: ReductionVariant, { threads }: ReductionParams): number {
  if (variant === 'vector-loads') return PER_VECTOR * HELD * threads;
  return addsOnLoad(variant) ? 2 * threads : threads;
}

const ADDING_ON_LOAD: readonly ReductionVariant[] = [
  'first-add-on-load',
  'unrolled-warp',
  'fully-unrolled',
  'missing-syncwarp',
  'no-bounds-check',
];
export const addsOnLoad = (variant: ReductionVariant): boolean => ADDING_ON_LOAD.includes(variant);

/** CTAs of the launch, and partial sums of the output. */
export const ctasOf = (variant: ReductionVariant, p: ReductionParams): number =>
  stridesByGrid(variant) ? p.ctas : Math.ceil(p.elements / takenAtOnce(variant, p));

/** The CTA whose partial sum includes the element. What is less than a vector at the end is for the first. */
export function ctaOf(variant: ReductionVariant, p: ReductionParams, element: number): number {
  const isLeft = variant === 'vector-loads' && element >= p.elements - (p.elements % PER_VECTOR);
  return isLeft ? 0 : Math.floor(element / takenAtOnce(variant, p)) % ctasOf(variant, p);
}

/** Words of shared memory: a sum for each thread, or for each warp. */
const sumCount = (variant: ReductionVariant, { threads }: ReductionParams): number =>
  stridesByGrid(variant) ? threads / LANES : threads;

/** The sums in rows of 32 words: a column is a bank. */
export function sumsLayout(variant: ReductionVariant, p: ReductionParams): TileLayout {
  const columns = Math.min(LANES, sumCount(variant, p));
  return {
    rows: sumCount(variant, p) / columns,
    columns,
    elementBytes: ELEMENT_BYTES,
    pitchElements: columns,
    swizzle: { kind: 'none' },
    baseBytes: 0,
  };
}

export const sharedBytes = (variant: ReductionVariant, p: ReductionParams): number => sizeBytes(sumsLayout(variant, p));

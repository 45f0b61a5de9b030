/** Sizes that follow from the parameters: the grid, and the counts as they lie in shared memory. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { sizeBytes, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { HistogramParams } from './params.ts';
import { type HistogramVariant, isReplicated, usesShared } from './variants.ts';

/** A CTA's threads take an element each, so many times. */
export const ROUNDS = 4;

/** Elements that one CTA counts. */
export const shareOf = ({ threads }: HistogramParams): number => ROUNDS * threads;

export const ctasOf = (variant: HistogramVariant, p: HistogramParams): number =>
  variant === 'vector-loads' ? p.ctas : Math.ceil(p.elements / shareOf(p));

/** A copy of the counts is a row; each copy starts a pitch after the last one. */
export const countsLayout = (variant: HistogramVariant, p: HistogramParams): TileLayout => ({
  rows: isReplicated(variant) ? p.copies : 1,
  columns: p.bins,
  elementBytes: WORD_BYTES,
  pitchElements: p.bins + (isReplicated(variant) ? p.pad : 0),
  swizzle: { kind: 'none' },
  baseBytes: 0,
});

/** All of it dynamic. */
export const sharedBytes = (variant: HistogramVariant, p: HistogramParams): number =>
  usesShared(variant) ? sizeBytes(countsLayout(variant, p)) : 0;

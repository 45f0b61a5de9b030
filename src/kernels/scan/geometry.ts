/** Sizes that follow from the parameters: grid, threads, and the sums as they lie in shared memory. */
import { LANES } from '../../base/hardware.ts';
import { sizeBytes, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { ScanParams } from './params.ts';
import { ringBytes, SINGLE_PASS_THREADS } from './ring.ts';
import { algorithmOf, isSinglePass, type ScanVariant } from './variants.ts';

export const ELEMENT_BYTES = 4;

/** One for each section; of the single pass as many as were asked for. */
export const ctasOf = (variant: ScanVariant, p: ScanParams): number =>
  isSinglePass(variant) ? p.ctas : Math.ceil(p.elements / p.section);

/** A thread of the tree takes two elements. */
export const threadsOf = (variant: ScanVariant, { section }: ScanParams): number =>
  ({ doubling: section, tree: section / 2, shuffles: section, 'single pass': SINGLE_PASS_THREADS })[
    algorithmOf(variant)
  ];

/** Doubling keeps the sums twice, to read one half while it writes the other. */
const sumCount = (variant: ScanVariant, { section, tile }: ScanParams): number =>
  ({ doubling: 2 * section, tree: section, shuffles: section / LANES, 'single pass': tile })[algorithmOf(variant)];

const isPadded = (variant: ScanVariant): boolean => variant === 'blelloch-padded' || variant === 'pad-forgotten';

/**
 * The sums in rows of 32: without padding a column is a bank, with it each row is turned by one more. Of the single pass, the tile in
 * the ring's first stage.
 */
export function sumsLayout(variant: ScanVariant, p: ScanParams): TileLayout {
  const count = sumCount(variant, p);
  const columns = Math.min(LANES, count);
  return {
    rows: count / columns,
    columns,
    elementBytes: ELEMENT_BYTES,
    pitchElements: columns + (isPadded(variant) ? 1 : 0),
    swizzle: { kind: 'none' },
    baseBytes: 0,
  };
}

export const sharedBytes = (variant: ScanVariant, p: ScanParams): number =>
  isSinglePass(variant) ? ringBytes(p) : sizeBytes(sumsLayout(variant, p));

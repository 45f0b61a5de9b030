/**
 * Number of words of a mark, which describes one access to a cell of shared memory. The words stand side by side, since
 * a reader of one reads all. The checkers' inner loops use them by number.
 */
export const MARK_WORDS = 4;

/** Places of cells (`SharedGroups`): before the first access, and where the cell has marks of its own. */
export const [UNTOUCHED, ALONE] = [0, -1];
/** Place of a cell that atomics alone have touched lately (`SharedCounters`), less the warp of the last one; others are in `SharedGroups`. */
export const COUNTED = -2;
export const isCounted = (place: number): boolean => place <= COUNTED;

/**
 * Kind of a read: by a load, by a strong load, by an atomic, by a copy engine for the warp that waited for it, or by a whole warp
 * (`ldmatrix`).
 */
export type ReadKind = 'plain' | 'strong' | 'atomic' | 'engine' | 'matrix';

/**
 * Number of words of a mark, which describes one access to a cell of shared memory. The words stand side by side, since
 * a reader of one reads all. The checkers' inner loops use them by number.
 */
export const MARK_WORDS = 4;

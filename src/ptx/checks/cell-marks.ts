/**
 * Words of a mark: what is known of one access of a cell of shared memory. They stand side by side, since an access of one is one of
 * all. Those of the checkers' inner loops are read and written there by their number.
 */
export const MARK_WORDS = 4;

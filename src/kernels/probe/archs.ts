/** Architectures with committed PTX. */
export const archs: readonly string[] = ['sm_80', 'sm_90', 'sm_100', 'sm_120'];

/** The first that stores matrices. */
export const FIRST_WITH_STMATRIX = 90;

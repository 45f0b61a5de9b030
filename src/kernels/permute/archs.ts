/** Architectures with committed PTX: Turing, Ampere, Hopper, and Blackwell in its two kinds. */
export const archs: readonly string[] = ['sm_75', 'sm_80', 'sm_90', 'sm_100', 'sm_120'];

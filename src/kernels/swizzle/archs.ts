/** Architectures with committed PTX: cp.async came with sm_80, the copy engine with the others. */
export const archs: readonly string[] = ['sm_90a', 'sm_80', 'sm_100a', 'sm_120a'];

/** Architectures with committed PTX: only Hopper has wgmma. */
export const archs: readonly string[] = ['sm_90a'];

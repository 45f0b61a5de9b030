/** Architectures with committed PTX. The copy engine's came with Hopper. */
export const archs: readonly string[] = ['sm_90a', 'sm_80', 'sm_100a', 'sm_120a'];

export const ENGINE_ARCHS: readonly string[] = archs.filter(arch => arch !== 'sm_80');

/** Its driver encodes no map with the modes of later chips. */
export const HOPPER = 'sm_90a';

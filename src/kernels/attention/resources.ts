/** What ptxas says of each build, as `scripts/attention-resources.ts` recorded it. */
import recorded from './resources.json' with { type: 'json' };

/** 'ptxas 13.0.88 for sm_90a'. */
export const RESOURCES_BY = `ptxas ${recorded.nvcc} for ${recorded.arch}`;

/** Resources of a build in bf16, or of the FP8 version; null if none is recorded. `registers`: of a thread at the launch, before setmaxnreg. */
export const resourcesOf = (version: string, headDim: number) =>
  recorded.builds.find(build => build.version === version && build.headDim === headDim) ?? null;

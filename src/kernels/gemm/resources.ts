/** What ptxas says of each build, as `scripts/gemm-resources.ts` recorded it. */
import type { GemmBuild } from './build.ts';
import recorded from './resources.json' with { type: 'json' };

export interface BuildResources extends GemmBuild {
  readonly threads: number;
  readonly sharedBytes: number;
  /** Of a thread at the launch, before setmaxnreg. */
  readonly registers: number;
  readonly spillBytes: number;
  /** That an SM holds. */
  readonly ctasPerSm: number;
}

/** 'ptxas 13.0.88 for sm_90a'. */
export const RESOURCES_BY = `ptxas ${recorded.nvcc} for ${recorded.arch}`;

export const resourcesOf = (build: GemmBuild): BuildResources | null =>
  (recorded.builds as BuildResources[]).find(
    ({ version, tileM, tileN, stages }) =>
      version === build.version && tileM === build.tileM && tileN === build.tileN && stages === build.stages,
  ) ?? null;

/** Report of ptxas on each build, as `scripts/gemm-resources.ts` recorded it. */
import type { GemmBuild } from './build.ts';
import recorded from './resources.json' with { type: 'json' };

export interface BuildResources extends GemmBuild {
  readonly threads: number;
  readonly sharedBytes: number;
  /** Registers of a thread at the launch, before setmaxnreg. */
  readonly registers: number;
  readonly spillBytes: number;
  /** Number of CTAs that fit on an SM. */
  readonly ctasPerSm: number;
}

/** 'ptxas 13.0.88 for sm_90a'. */
export const RESOURCES_BY = `ptxas ${recorded.nvcc} for ${recorded.arch}`;

export const resourcesOf = (build: GemmBuild): BuildResources | null =>
  (recorded.builds as BuildResources[]).find(
    ({ version, tileM, tileN, stages, elementType }) =>
      version === build.version &&
      tileM === build.tileM &&
      tileN === build.tileN &&
      stages === build.stages &&
      elementType === build.elementType,
  ) ?? null;

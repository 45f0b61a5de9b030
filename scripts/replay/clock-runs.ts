/** The timed probe: every pattern that it offers, with every access that can have it, by one warp and by eight. */
import { catalog } from '../../src/kernels/catalog.ts';
import { ACCESSES, isLoading, isMatrix } from '../../src/kernels/probe/job.ts';
import { PATTERNS, type TablePattern } from '../../src/kernels/probe/patterns.ts';
import type { ProbeVariant } from '../../src/kernels/probe/variants.ts';
import { gpuOutputs, sha256 } from './compare.ts';
import type { ClockSamples } from './evidence.ts';
import { kernelReplays, type ReplayedKernel } from './replay-launch.ts';

/** Passes through the loop. */
const PASSES = 512;
/** Launches of each run. */
const SAMPLES = 5;

const WORD_BYTES = [4, 8, 16];
const MATRICES = [1, 2, 4];

/** A chain of eight warps would add nothing to the other two. */
const WAYS = [
  { order: 'chained', warps: 1 },
  { order: 'independent', warps: 1 },
  { order: 'independent', warps: 8 },
] as const;

export interface ClockRun extends ReplayedKernel {
  readonly variant: ProbeVariant;
  /** Bytes of a lane, or number of matrices. */
  readonly size: number;
  readonly pattern: TablePattern;
  readonly order: 'chained' | 'independent';
  readonly warps: number;
}

/** Equal runs are listed `SAMPLES` times. */
export function clockRuns(): ClockRun[] {
  const kernel = catalog.get('probe')!;
  return (['load', 'store', 'ldmatrix', 'stmatrix'] as const).flatMap(variant =>
    (isMatrix(variant) ? MATRICES : WORD_BYTES).flatMap(size =>
      PATTERNS.flatMap(pattern =>
        WAYS.filter(({ order }) => order === 'independent' || isLoading(variant)).flatMap(way => {
          const sized = isMatrix(variant) ? { matrices: size } : { widthBytes: size };
          const params = { table: pattern.table, passes: PASSES, ...sized, ...way };
          if (kernel.refusal(variant, params) !== null) return [];
          const id = [variant, size, way.order, `${way.warps} warps`, pattern.name].join(', ');
          return Array.from({ length: SAMPLES }, () => ({ id, kernel, variant, params, size, pattern, ...way }));
        }),
      ),
    ),
  );
}

/** Samples by run, from the output of `replay`. A launch that did not load or store the right values is an error. */
export function clockSamples(bytes: Uint8Array): Record<string, ClockSamples> {
  const runs = new Map(clockRuns().map(run => [run.id, run]));
  const perAccess = new Map<string, number[]>();
  const loop = new Map<string, number[]>();
  for (const { launch, output, contents } of gpuOutputs(kernelReplays(clockRuns()), bytes)) {
    const { kernel, variant, params } = runs.get(launch.id)!;
    if (sha256(output) !== sha256(kernel.reference(variant, params).get('out')!))
      throw new Error(`${launch.id}: wrong words`);
    const clocks = new BigInt64Array(Uint8Array.from(contents.get('clocks')!).buffer);
    const [withAccess, without] = [clocks.slice(0, clocks.length / 2), clocks.slice(clocks.length / 2)].map(slowest);
    append(perAccess, launch.id, withAccess);
    append(loop, launch.id, without);
  }
  return Object.fromEntries([...runs.keys()].map(id => [id, { perAccess: perAccess.get(id)!, loop: loop.get(id)! }]));
}

/** Idle lanes have written -1. */
const slowest = (clocks: BigInt64Array): number => clocks.reduce((most, clk) => Math.max(most, Number(clk)), 0);

/** Rounded to thousandths of a clock. */
function append(samples: Map<string, number[]>, id: string, clk: number): void {
  const rounded = Math.round((1000 * clk) / (PASSES * ACCESSES)) / 1000;
  samples.set(id, [...(samples.get(id) ?? []), rounded]);
}

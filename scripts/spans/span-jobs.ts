/** Which kernels are run with time stamps, on which problems: one CTA, or one cluster, of each of GEMM's versions. */
import type { GemmBuild } from '../../src/kernels/gemm/build.ts';
import { buildSpec, TILE_K } from '../../src/kernels/gemm/build.ts';
import { launchOf } from '../../src/kernels/gemm/launch.ts';
import type { BuildSpec } from '../../src/kernels/kernel.ts';
import type { Launch } from '../../src/trace/launch.ts';

export interface SpanJob {
  /** Name of its files: `v2-warp-specialized-128x128`. */
  readonly name: string;
  readonly kernel: string;
  readonly variant: string;
  readonly build: Readonly<Record<string, number>>;
  readonly size: { readonly m: number; readonly n: number; readonly k: number };
  readonly spec: BuildSpec;
  readonly launch: Launch;
}

/** Verbs that note the time, and then do what the kernel calls. */
export const STAMPS = 'cuda/spans/gemm-spans.cuh';

/** As in the presets of the pipeline model. */
const STEPS = 16;
const TILES = 4;

const DEFAULTS = { clusterM: 1, clusterN: 1, consumers: 2 };

const gemmBuilds: readonly GemmBuild[] = [
  { ...DEFAULTS, version: 'v2-warp-specialized', tileM: 128, tileN: 128, stages: 3 },
  { ...DEFAULTS, version: 'v3-wgmma', tileM: 128, tileN: 256, stages: 4 },
  { ...DEFAULTS, version: 'v4-persistent', tileM: 128, tileN: 128, stages: 4 },
  { ...DEFAULTS, version: 'v4-persistent', tileM: 128, tileN: 128, stages: 6, clusterM: 2 },
  { ...DEFAULTS, version: 'v4-persistent', tileM: 128, tileN: 256, stages: 4, clusterM: 2 },
];

const operand = (seed: number) => ({ kind: 'random', seed, low: -1 }) as const;

/** Starts after the previous launch has ended, since the notes of both go to the same place. */
const alone = ({ programmaticStreamSerialization: _, ...launch }: Launch): Launch => launch;

function gemmJob(of: GemmBuild): SpanJob {
  const { version, ...build } = of;
  const { tileM, tileN, stages, clusterM, clusterN } = build;
  const tiles = version === 'v4-persistent' ? TILES : 1;
  const ctas = clusterM * clusterN;
  const size = { m: tileM * clusterM, n: tileN * clusterN * tiles, k: STEPS * TILE_K };
  return {
    name: `${version}-${tileM}x${tileN}-${stages}-stages-${ctas}-ctas`,
    kernel: 'gemm',
    variant: version,
    build: { ...build },
    size,
    spec: buildSpec(of),
    launch: alone(launchOf(of, size, { a: operand(1), b: operand(2) }, ctas)),
  };
}

export const spanJobs = (): SpanJob[] => gemmBuilds.map(gemmJob);

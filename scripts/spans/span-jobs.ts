/**
 * Chooses the kernels that are run with time stamps, and their problems: one CTA, or one cluster, of each of GEMM's and
 * attention's versions.
 */
import { tileKeys, tileQueries } from '../../src/kernels/attention/build.ts';
import { kernel as attention } from '../../src/kernels/attention/index.ts';
import { realLaunch } from '../../src/kernels/attention/launch.ts';
import { schema as attentionSchema } from '../../src/kernels/attention/params.ts';
import { type AttentionVariant, isPersistent } from '../../src/kernels/attention/variants.ts';
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
  readonly size: Readonly<Record<string, number>>;
  /** Verbs that note the time, and then do what the kernel calls. */
  readonly stamps: string;
  readonly spec: BuildSpec;
  readonly launch: Launch;
}

/** Sizes as in the presets of the pipeline model. */
const STEPS = 16;
const TILES = 4;

const DEFAULTS = { clusterM: 1, clusterN: 1, splits: 1, consumers: 2, elementType: 'bf16' } as const;

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
  // None of these versions splits K, and all are of bf16: what was recorded does not name it.
  const { version, splits: _, elementType: __, ...build } = of;
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
    stamps: 'cuda/spans/gemm-spans.cuh',
    spec: buildSpec(of),
    launch: alone(launchOf(of, size, { a: operand(1), b: operand(2) }, ctas)),
  };
}

const VERSIONS = [
  'a3-specialized',
  'a4-overlap',
  'a5-ping-pong',
  'a6-persistent',
  'a7-seamless',
] as const satisfies AttentionVariant[];
const HEAD_DIMS = [64, 128, 256] as const;
/** Tiles of keys: those that pages show, and more, whose plain time beyond that of the few is free of what a launch takes. */
export const [BLOCKS, MORE_BLOCKS] = [8, 24];
/** Number of tiles of a CTA that stays for several. */
const QUERY_TILES = 2;

function attentionJob(
  variant: (typeof VERSIONS)[number],
  headDim: (typeof HEAD_DIMS)[number],
  blocks: number,
): SpanJob {
  const tiles = isPersistent(variant) ? QUERY_TILES : 1;
  const queries = tiles * tileQueries(variant, { headDim });
  const keys = blocks * tileKeys(variant, { headDim });
  const params = attentionSchema.parse({ queries, keys, headDim, residentCtas: 1 });
  return {
    name: `${variant}-${headDim}-${blocks}-blocks`,
    kernel: 'attention',
    variant,
    build: { headDim },
    size: { queries, keys },
    stamps: 'cuda/spans/attention-spans.cuh',
    spec: attention.build(variant, params),
    launch: realLaunch(variant, params),
  };
}

const attentionJobs = (): SpanJob[] =>
  [BLOCKS, MORE_BLOCKS].flatMap(blocks =>
    VERSIONS.flatMap(version => HEAD_DIMS.map(headDim => attentionJob(version, headDim, blocks))),
  );

export const spanJobs = (): SpanJob[] => [...gemmBuilds.map(gemmJob), ...attentionJobs()];

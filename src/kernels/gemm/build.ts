/** Compile-time constants of each version, and the sizes that follow from them. */

import { roundUp } from '../../base/bits.ts';
import { LANES, SWIZZLE_REPEAT_BYTES, WARPGROUP_THREADS } from '../../base/hardware.ts';
import { ELEMENT_BYTES as BYTES_OF } from '../../trace/launch.ts';
import type { BuildSpec } from '../kernel.ts';
import {
  endsInHalves,
  type GemmVersion,
  hasFewThreads,
  isPersistent,
  multipliesByWarpgroup,
  splitsK,
  takesMaps,
} from './versions.ts';

/** What A and B are made of. */
export const GEMM_ELEMENTS = ['bf16', 'f16', 'e4m3'] as const;
export type GemmElement = (typeof GEMM_ELEMENTS)[number];

/** Of C. */
export const ELEMENT_BYTES = 2;
/** Elements of 16 bits along K of a stage: 128 bytes, as wide as the swizzle. */
export const TILE_K = 64;
/** Rows that a warpgroup multiplies at a time, 16 for each of its warps, however few the tile has. */
export const BLOCK_ROWS = 64;

/** Elements of C that a warp computes by mma.sync. */
const WARP_TILE = 64 * 64;
/** Of C on its way out: half of it at a time, or, of each warpgroup's warps, 16 rows of at most 128 columns each. */
function partBytes({ version, tileM, tileN, consumers }: GemmBuild): number {
  if (endsInHalves(version)) return (tileM * tileN * ELEMENT_BYTES) / 2;
  return isPersistent(version) ? consumers * 4 * 16 * Math.min(tileN, 128) * ELEMENT_BYTES : 0;
}

export interface GemmBuild {
  readonly version: GemmVersion;
  /** Rows and columns of C that a CTA makes at a time. */
  readonly tileM: number;
  readonly tileN: number;
  readonly stages: number;
  /** CTAs of a cluster below and beside each other; 1 but in the persistent version. */
  readonly clusterM: number;
  readonly clusterN: number;
  /** CTAs of a cluster that take a part of K each of the same tile; 1 but in the version that splits K. */
  readonly splits: number;
  /** Warpgroups that multiply; only versions with wgmma have them. */
  readonly consumers: number;
  readonly elementType: GemmElement;
}

type Typed = Pick<GemmBuild, 'elementType'>;

/** Elements of C. */
export const outputType = ({ elementType }: Typed): 'bf16' | 'f16' => (elementType === 'f16' ? 'f16' : 'bf16');

/** Bytes of an element of A or B. */
export const operandBytes = ({ elementType }: Typed): number => BYTES_OF[elementType];

/** Elements of A or B in 16 bits, which device code counts as one along K. */
export const wordElements = (build: Typed): number => ELEMENT_BYTES / operandBytes(build);

/** Elements of A or B along K of a stage. */
export const tileKOf = (build: Typed): number => TILE_K * wordElements(build);

export function buildSpec({ version, ...build }: GemmBuild): BuildSpec {
  // The flaw is one of e4m3: it has no other.
  const isOther = build.elementType !== 'bf16' && version !== 'half-k-step';
  return {
    source: `gemm/${version}${isOther ? `-${build.elementType}` : ''}.cu`,
    entry: 'gemm',
    defines: {
      TILE_M: build.tileM,
      TILE_N: build.tileN,
      STAGES: build.stages,
      ...(multipliesByWarpgroup(version) ? { CONSUMERS: build.consumers } : {}),
      ...(isPersistent(version) ? { CLUSTER_M: build.clusterM, CLUSTER_N: build.clusterN } : {}),
      ...(splitsK(version) ? { SPLITS: build.splits } : {}),
    },
  };
}

export function threadsOf({ version, tileM, tileN, consumers }: GemmBuild): number {
  if (hasFewThreads(version)) return consumers * WARPGROUP_THREADS + LANES;
  if (multipliesByWarpgroup(version)) return (1 + consumers) * WARPGROUP_THREADS;
  const producer = version === 'v2-warp-specialized' || version === 'missing-empty-wait' ? LANES : 0;
  return ((tileM * tileN) / WARP_TILE) * LANES + producer;
}

/** CTAs of a cluster. */
export const clusterCtas = ({ clusterM, clusterN, splits }: GemmBuild): number => clusterM * clusterN * splits;

/** All of it dynamic: stages, then parts of C on their way out, then barriers. */
export function sharedBytes(build: GemmBuild): number {
  const { version, tileM, tileN, stages } = build;
  const ring = stages * (tileM + tileN) * TILE_K * ELEMENT_BYTES;
  // The barriers lie behind the stages, and what follows them starts where a swizzle's pattern starts.
  const barriers = takesMaps(version) ? roundUp(2 * stages * 8, SWIZZLE_REPEAT_BYTES) : 0;
  return ring + partBytes(build) + barriers;
}

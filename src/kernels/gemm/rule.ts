/**
 * Chooses the build of a version that suits a size: the one whose rounds of CTAs take the fewest clocks by a model of
 * three numbers. DeepGEMM does the same on the host; here it is a pure function of its arguments. The chosen build is
 * compiled, checked and timed like any other; its clocks only order builds, and predict no time.
 */

import { assert } from '../../base/assert.ts';
import { CTA_SHARED_BYTES, RESERVED_SHARED_BYTES, SM_SHARED_BYTES } from '../../base/hardware.ts';
import {
  BLOCK_ROWS,
  clusterCtas,
  ELEMENT_BYTES,
  type GemmBuild,
  type GemmElement,
  sharedBytes,
  TILE_K,
  tileKOf,
} from './build.ts';
import { BUILDS } from './builds.ts';
import type { GemmSize } from './launch.ts';
import { type GemmVersion, hasFewThreads, isPersistent, multipliesByWarpgroup } from './versions.ts';

export interface GemmDevice {
  readonly sms: number;
  readonly sharedBytesPerSm: number;
  readonly sharedBytesPerCta: number;
  readonly hasWgmma: boolean;
}

export const H200: GemmDevice = {
  sms: 132,
  sharedBytesPerSm: SM_SHARED_BYTES,
  sharedBytesPerCta: CTA_SHARED_BYTES,
  hasWgmma: true,
};
/** The workstation Blackwells: an SM's shared memory is less than half of a Hopper's, and there is no wgmma. */
export const RTX_5090: GemmDevice = {
  sms: 170,
  sharedBytesPerSm: 100 * 1024,
  sharedBytesPerCta: 99 * 1024,
  hasWgmma: false,
};

/** Dense bf16 FLOP a clock and SM by wgmma, and what part of that mma.sync reaches: Luo et al., arXiv 2501.12084. */
const WGMMA_FLOP = 4096;
const MMA_PART = 0.63;
/** Bytes per clock from the L2 cache to an SM while all SMs load: DeepGEMM's model of an H800, 6154 / 132 SMs. */
const L2_BYTES = 46;
/** Half of an SM's registers: the other half holds operands and addresses. */
const SUMS_PER_SM = 2 ** 15;
/** Clocks until the first stage has arrived. */
const FILL_CLK = 1500;
/**
 * Bytes per clock at which a tile of C leaves an SM. Like FILL_CLK, it only has to tell small tiles from large ones.
 */
const DRAIN_BYTES = 16;

/** Null where the device has no build of the version, or the version none of such elements. */
export function chooseBuild(
  version: GemmVersion,
  size: GemmSize,
  device: GemmDevice,
  elementType: GemmElement = 'bf16',
): GemmBuild | null {
  if (multipliesByWarpgroup(version) && !device.hasWgmma) return null;
  const builds = BUILDS.filter(
    build =>
      build.version === version && build.elementType === elementType && sharedBytes(build) <= device.sharedBytesPerCta,
  );
  if (builds.length === 0) return null;
  const clks = builds.map(build => clksOf(build, size, device));
  return builds[clks.indexOf(Math.min(...clks))];
}

function clksOf(build: GemmBuild, { m, n, k }: GemmSize, device: GemmDevice): number {
  const { tileM, tileN, clusterM, clusterN } = build;
  assert(k % 8 === 0, 'rows of A and columns of B start at multiples of 16 bytes');
  const clusters = Math.ceil(m / (tileM * clusterM)) * Math.ceil(n / (tileN * clusterN));
  const inCluster = clusterCtas(build);
  // CTAs that share an SM fill and drain under each other's products.
  const byShared = Math.floor(device.sharedBytesPerSm / (sharedBytes(build) + RESERVED_SHARED_BYTES));
  const bySums = Math.floor(SUMS_PER_SM / (tileM * tileN));
  const wanted = Math.ceil((clusters * inCluster) / device.sms);
  const ctasPerSm = Math.max(1, Math.min(byShared, bySums, hasFewThreads(build.version) ? wanted : Infinity));
  const rounds = Math.ceil(clusters / Math.floor((device.sms * ctasPerSm) / inCluster));
  const flopPerClk = multipliesByWarpgroup(build.version) ? WGMMA_FLOP : WGMMA_FLOP * MMA_PART;
  const rows = multipliesByWarpgroup(build.version) ? Math.max(tileM, BLOCK_ROWS) : tileM;
  // Of 8 bits a step has twice as many elements, in the same bytes, and multiplies them in the same time.
  const products = (2 * rows * tileN * TILE_K) / flopPerClk;
  const copies = ((tileM / clusterN + tileN / clusterM) * TILE_K * ELEMENT_BYTES) / L2_BYTES;
  const tiles = ctasPerSm * Math.ceil(k / tileKOf(build) / build.splits) * Math.max(products, copies);
  const ends = FILL_CLK + (tileM * tileN * ELEMENT_BYTES) / DRAIN_BYTES;
  // A persistent CTA fills the next tile's stages, and stores the last one's sums, while it goes on.
  return isPersistent(build.version) ? rounds * tiles + ends : rounds * (tiles + ends);
}

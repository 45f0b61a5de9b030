/** A CTA on the machine: its warps, its shared memory, its barriers. */
import type { Dim3 } from '../../trace/launch.ts';
import { RANK_BIT } from './address-windows.ts';
import { Barriers } from './barriers.ts';
import type { BulkCopies } from './bulk-copies.ts';
import type { ClusterBarrier } from './cluster-barrier.ts';
import type { Grid } from './grid.ts';
import type { Mbarriers } from './mbarriers.ts';
import { Memory } from './memory.ts';
import type { TensorState } from './tensor-state.ts';
import { fillUndefined } from './undefined-words.ts';
import { Warp } from './warp.ts';
import type { Watch } from './watch.ts';

/**
 * CUDA keeps 1 KiB of each CTA's shared memory from the kernel (Programming Guide, "Compute Capability 8.x: shared memory"). Tiles of
 * cooperative groups above 32 threads meet there, and find zeros at first.
 */
const TOOLKIT_BYTES = 1024;

export class Cta {
  readonly grid: Grid;
  /** The CTAs that run together with this one, itself among them, by their rank. */
  readonly cluster: readonly Cta[];
  readonly clusterRank: number;
  /** Address of its first shared byte, in the window of the cluster. */
  readonly sharedBase: number;
  /** Linear number in the grid, and its coordinates. */
  number = 0;
  id: Dim3 = [0, 0, 0];
  readonly warps: readonly Warp[];
  readonly shared: Memory;
  /** All lanes' stacks: lane l of warp w has the bytes from (w * 32 + l) * `grid.program.localBytes`. */
  readonly local: Memory;
  readonly barriers: Barriers;
  /** Null before an instruction is at one. */
  mbarriers: Mbarriers | null = null;
  /** Barrier of all CTAs of the cluster; null before any thread arrived there. */
  clusterBarrier: ClusterBarrier | null = null;
  /** Null before the first one. */
  bulkCopies: BulkCopies | null = null;
  /** Null before an instruction asks for it. */
  tensorMemory: TensorState | null = null;
  /** Observer and checkers; null for a CTA that is not watched. */
  watch: Watch | null = null;
  /** Warps with a lane that has not exited. */
  livingWarps = 0;
  /** Warp that runs next, and how many have their turn before the round is over; 0 between rounds. */
  turn = 0;
  turnsLeft = 0;
  /** Time of the CTA's clocks [clk, ns]. */
  clock = 0;

  constructor(grid: Grid, cluster: readonly Cta[], clusterRank: number) {
    const { program } = grid;
    this.grid = grid;
    this.cluster = cluster;
    this.clusterRank = clusterRank;
    this.sharedBase = grid.sharedBaseBytes + (clusterRank << RANK_BIT);
    this.shared = new Memory(program.usesToolkitMemory ? grid.toolkitOffset + TOOLKIT_BYTES : grid.sharedBytes);
    this.local = new Memory(grid.warpsPerCta * 32 * program.localBytes);
    this.warps = Array.from({ length: grid.warpsPerCta }, (_, i) => new Warp(this, i, program.words));
    this.barriers = new Barriers(this);
    for (const warp of this.warps) this.#fillRegisters(warp);
  }

  /** Takes the machine's place for CTA `number`: all state as at launch. */
  start(number: number): void {
    const [x, y, z] = this.grid.gridSize;
    const threads = this.grid.block[0] * this.grid.block[1] * this.grid.block[2];
    this.number = number;
    this.id = [number % x, Math.floor(number / x) % y, Math.floor(number / (x * y)) % z];
    const { inMemory, inStacks = 0, inRegisters, differ = false } = this.grid.undefinedWords;
    fillUndefined(this.shared.i32, inMemory, differ);
    fillUndefined(this.local.i32, inStacks, differ);
    if (this.grid.program.usesToolkitMemory) this.shared.i32.fill(0, this.grid.toolkitOffset / 4);
    this.barriers.reset();
    this.mbarriers?.reset();
    this.clusterBarrier = null;
    this.bulkCopies?.reset();
    this.tensorMemory?.reset();
    this.livingWarps = this.warps.length;
    this.turn = 0;
    this.turnsLeft = 0;
    this.clock = 0;
    const { registerWords, specials } = this.grid.program;
    for (const warp of this.warps) {
      const lanes = Math.min(32, threads - warp.index * 32);
      warp.start(lanes === 32 ? -1 : (1 << lanes) - 1);
      fillUndefined(warp.r, inRegisters, differ, registerWords);
      for (const { slot, valueIn, variesByCta } of specials) {
        if (variesByCta) warp.r.fill(valueIn(warp, 0), slot, slot + 32);
      }
    }
  }

  /** Fills the registers that are the same in all CTAs that take this place. */
  #fillRegisters(warp: Warp): void {
    const { image, specials } = this.grid.program;
    warp.r.set(image);
    for (const { slot, valueIn, variesByCta } of specials) {
      if (!variesByCta) for (let lane = 0; lane < 32; lane++) warp.r[slot + lane] = valueIn(warp, lane);
    }
  }

  /** Whether every lane that has not exited waits for others of its cluster, and looks at nothing else: only they could help. */
  get waitsForItself(): boolean {
    return this.warps.every(
      ({ state, splits }) => state === 'done' || splits.every(s => s.wait !== null || s.pollsAlone),
    );
  }

  get isDone(): boolean {
    return this.warps.every(w => w.state === 'done');
  }
}

/** Places for the CTAs of one cluster. */
export function makeCluster(grid: Grid): readonly Cta[] {
  const [x, y, z] = grid.cluster;
  const cluster: Cta[] = [];
  for (let rank = 0; rank < x * y * z; rank++) cluster.push(new Cta(grid, cluster, rank));
  return cluster;
}

/**
 * A warp: the registers of 32 lanes and where they are in the program. Lanes that diverged form splits; the warp runs one
 * split at a time, and the reconvergence policy says which.
 */
import type { AsyncCopies } from './async-copies.ts';
import type { AsyncProducts } from './async-products.ts';
import type { Cta } from './cta.ts';
import type { Lanes, Operation } from './operation.ts';
import { type LaneExchange, Split, type Wait } from './split.ts';
import { meetApart, releaseWarpSync } from './warp-sync.ts';

export type WarpState = 'ready' | 'blocked' | 'done';

/** No pc is as large. A small integer, for the interpreter compares with it at each instruction. */
export const NO_LIMIT = 2 ** 30 - 1;

/** How many points a split may spend before it gives way at a backward branch. */
export const PATIENCE = 1 << 16;
/** Cost of one look at memory that others may change: 32 looks are a spin. */
export const POLL_COST = PATIENCE / 32;

export class Warp implements Lanes {
  readonly r: Int32Array;
  readonly u: Uint32Array;
  readonly f: Float32Array;
  /** Byte offsets of the lanes' accesses, filled by `locate`. */
  readonly at = new Int32Array(32);
  readonly index: number;
  /** Number among the warps of the CTAs of its cluster, by rank. */
  readonly numberInCluster: number;
  readonly cta: Cta;
  state: WarpState = 'ready';
  /** For each register that may be read unwritten, by its number: the lanes that have written it. */
  readonly written: Int32Array;
  /** Mask of the lanes that have a thread. */
  lanes = 0;
  /** Lanes that have not exited. */
  live = 0;
  active = 0;
  /** Pc of the next instruction. */
  pc = 0;
  /** Reaching this pc, or any later one, calls for `settle`. */
  limit = NO_LIMIT;
  splits: Split[] = [];
  current: Split | null = null;
  /** Instructions, where a profile is wanted. */
  issued = 0;
  /** CTA-wide barriers passed. */
  interval = 0;
  patience = PATIENCE;
  polls = 0;
  /** Set when the warp should let others run. */
  yields = false;
  /** Lanes that arrived at named barrier i by a non-aligned instruction, while others of the warp have not. */
  readonly arrivedLanes = new Int32Array(16);
  /** Has executed a fence for more than its CTA, since it arrived at its cluster's barrier. */
  hasFenced = false;
  /** Copies that lanes have not waited for. */
  copies: AsyncCopies | null = null;
  /** Products that the warp has not waited for; null before it has asked for any. */
  products: AsyncProducts | null = null;
  /** Bytes of the lanes' stacks in use. */
  readonly stackTop = new Int32Array(32);
  /** Words that calls of recursive functions have put aside. */
  savedWords = 0;

  constructor(cta: Cta, index: number, words: number) {
    const buffer = new ArrayBuffer(words * 4);
    this.r = new Int32Array(buffer);
    this.u = new Uint32Array(buffer);
    this.f = new Float32Array(buffer);
    this.written = new Int32Array(cta.grid.program.openRegisters);
    this.cta = cta;
    this.index = index;
    this.numberInCluster = cta.clusterRank * cta.grid.warpsPerCta + index;
  }

  start(lanes: number): void {
    this.written.fill(0);
    this.lanes = lanes;
    this.live = lanes;
    this.active = lanes;
    this.pc = 0;
    this.limit = NO_LIMIT;
    this.current = new Split(0, lanes, null);
    this.splits = [this.current];
    this.issued = 0;
    this.interval = 0;
    this.patience = PATIENCE;
    this.polls = 0;
    this.yields = false;
    this.arrivedLanes.fill(0);
    this.hasFenced = false;
    this.stackTop.fill(this.cta.grid.program.functions[0].frameBytes);
    this.savedWords = 0;
    this.copies?.reset();
    this.products = null;
    this.state = 'ready';
  }

  /** Sends all active lanes to `target`. */
  jump(target: number): void {
    if (target < this.pc && --this.patience <= 0) this.giveWay();
    this.pc = target;
    if (this.splits.length > 1) this.limit = -1;
  }

  /** Called at each look at memory that another thread may change (atomics, volatile loads, waits that fail). */
  poll(): void {
    this.patience -= POLL_COST;
    this.polls++;
    if (this.current) this.current.looksElsewhere = true;
  }

  /** The running split lets the warp's others, and then other warps, go first. */
  giveWay(): void {
    if (this.current) this.current.turn = Math.max(...this.splits.map(s => s.turn)) + 1;
    // A long loop that never looks at shared state is work; one that does may be a spin.
    if (this.polls === 0) this.cta.grid.events++;
    this.polls = 0;
    this.patience = PATIENCE;
    this.yields = true;
    this.limit = -1;
  }

  /** Stops the running split here, after its current instruction, until `wait` is over. */
  park(wait: Wait): void {
    const split = this.current!;
    split.wait = wait;
    split.pc = this.pc;
    this.limit = -1;
  }

  /**
   * True when every living lane of `members` is among `mask`, so that the instruction may run. Otherwise the split
   * waits before it for the rest; those that come elsewhere may `exchange` with it.
   */
  gathered(operation: Operation, mask: number, members: number, exchange: LaneExchange | null = null): boolean {
    const needed = members & this.live;
    if ((mask & needed) === needed) return true;
    this.pc = operation.pc;
    const wait = { kind: 'gather', members, at: operation, exchange } as const;
    this.park(wait);
    if (exchange) meetApart(this, wait, mask);
    return false;
  }

  /**
   * True when the guard excludes some active lanes: those step over the instruction, and the others come back to it as a
   * split of their own.
   */
  separated(operation: Operation, mask: number): boolean {
    if (mask === this.active) return false;
    this.cta.grid.reconvergence.diverge(this, operation, mask, operation.pc);
    return true;
  }

  exit(mask: number): void {
    this.live &= ~mask;
    if (this.live === 0) this.cta.livingWarps--;
    this.active &= ~mask;
    this.limit = -1;
    this.cta.grid.events++;
    for (const { wait } of this.splits) {
      if (wait?.kind === 'warpSync') releaseWarpSync(this, wait.members, 0);
      else if (wait?.kind === 'gather') meetApart(this, wait, 0);
    }
    this.cta.barriers.lanesExited(this);
    this.cta.clusterBarrier?.lanesExited();
  }
}

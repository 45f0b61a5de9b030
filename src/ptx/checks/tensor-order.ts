/**
 * Order in which a cluster's threads and tensor cores use memory (PTX ISA, "Memory Consistency Model for 5th generation
 * of TensorCore operations"): products and copies end when an mbarrier completes to which their thread has committed
 * them, loads and stores when their warp has waited for them; from one thread to another, fences must stand before and
 * after what orders the two.
 */

import type { Warp } from '../machine/warp.ts';
import type { TensorPipeline, TensorUse } from '../machine/watch.ts';
import { clockOf, SEVERAL } from './epoch.ts';
import type { Knowledge } from './vector-clocks.ts';
import type { WarpClocks } from './warp-clocks.ts';

/** An arrival at an mbarrier that tells of the first `issued` instructions of a thread. */
interface Commit {
  readonly issued: number;
  readonly engine: number;
  readonly epoch: number;
}

/** When a warp did something; of two in one interval the later has the larger stamp. */
interface Moment {
  readonly epoch: number;
  readonly stamp: number;
}

/** A use of memory, and for a load or store when its warp had waited for it. */
export interface NotedUse extends TensorUse {
  done: Moment | null;
}

/** What is missing between two uses; 'race': nothing orders the two. */
export type Lack = 'wait' | 'race' | 'before' | 'after';

export class TensorOrder {
  readonly #clocks: WarpClocks;
  readonly #commits = new Map<TensorPipeline, Commit[]>();
  /** For each warp: its fences before barriers, and what it knew at its last fence after one. */
  readonly #before = new Map<number, Moment[]>();
  readonly #after = new Map<number, Knowledge>();
  #stamp = 0;

  constructor(clocks: WarpClocks) {
    this.#clocks = clocks;
  }

  /** A new cluster. */
  start(): void {
    this.#commits.clear();
    this.#before.clear();
    this.#after.clear();
  }

  now({ numberInCluster }: Warp): Moment {
    return { epoch: this.#clocks.epochOf(numberInCluster), stamp: ++this.#stamp };
  }

  /** `address`: of the mbarrier, in the cluster's window. */
  committed(pipeline: TensorPipeline, address: number): void {
    const engine = this.#clocks.numberOfEngine(this.#clocks.engineOf(address));
    const epoch = this.#clocks.meetings.tensorArrived(pipeline.warp.numberInCluster, address);
    const commits = this.#commits.get(pipeline) ?? [];
    commits.push({ issued: pipeline.issued, engine, epoch });
    this.#commits.set(pipeline, commits);
  }

  fenced(warp: Warp, side: 'before' | 'after'): void {
    const w = warp.numberInCluster;
    if (side === 'after') this.#after.set(w, this.#clocks.knowledgeOf(w).clone());
    else this.#before.set(w, [...(this.#before.get(w) ?? []), this.now(warp)]);
  }

  /** The commits that tell of the thread's instruction `number`, counted from 0, and that the warp knows of. */
  #known(pipeline: TensorPipeline, number: number, w: number): Commit[] {
    const commits = this.#commits.get(pipeline) ?? [];
    // The warp has mostly waited for one of the latest commits, so the search starts there.
    let first = commits.length;
    while (first > 0 && commits[first - 1].issued > number) first--;
    return commits.slice(first).filter(({ epoch, engine }) => this.#clocks.isBefore(epoch, engine, w, SEVERAL));
  }

  /** Whether the warp, numbered through the cluster, knows that the instruction is over. */
  isOver(pipeline: TensorPipeline, number: number, w: number): boolean {
    return this.#known(pipeline, number, w).length > 0;
  }

  /** Null where `later` may use what `earlier` has used. */
  lackBetween(earlier: NotedUse, later: TensorUse): Lack | null {
    const w = later.warp.numberInCluster;
    if (earlier.pipeline === null) return this.#lackBehindWarp(earlier, w);
    const known = this.#known(earlier.pipeline, earlier.number, w);
    if (known.length === 0) return 'wait';
    const isOwn = earlier.warp === later.warp;
    return isOwn || known.some(({ epoch, engine }) => this.#isBehindFence(w, epoch, engine)) ? null : 'after';
  }

  /** `earlier` is a load or store of a warp. */
  #lackBehindWarp({ warp, done }: NotedUse, w: number): Lack | null {
    if (done === null) return 'wait';
    const by = warp.numberInCluster;
    if (by === w) return null;
    if (!this.#clocks.isBefore(done.epoch, by, w, SEVERAL)) return 'race';
    const fence = this.#before.get(by)?.find(({ stamp }) => stamp > done.stamp);
    if (!fence || !this.#clocks.isBefore(fence.epoch, by, w, SEVERAL)) return 'before';
    return this.#isBehindFence(w, done.epoch, by) ? null : 'after';
  }

  /** Whether the warp has executed a fence since it learnt of what a warp or an engine did. */
  #isBehindFence(w: number, epoch: number, by: number): boolean {
    const known = this.#after.get(w);
    if (!known) return false;
    const first = this.#clocks.numberOfEngine(0);
    return clockOf(epoch) <= (by < first ? known.warps[by] : (known.engines[by - first] ?? -1));
  }
}

const orders = new WeakMap<WarpClocks, TensorOrder>();

/** The order of a cluster, found by the cluster's clocks. */
export function tensorOrderOf(clocks: WarpClocks): TensorOrder {
  const order = orders.get(clocks) ?? new TensorOrder(clocks);
  orders.set(clocks, order);
  return order;
}

/** Interface of observers of a running CTA: the observer of accesses and the checkers of shared memory. */
import type { AccessForm } from './access-form.ts';
import type { StateSpace } from './address-windows.ts';
import type { BulkAccess, BulkEvent } from './bulk-copy.ts';
import type { IssuedCopy } from './issued-copy.ts';
import type { Operation } from './operation.ts';
import type { PipelineWatch } from './pipeline-watch.ts';
import type { SyncScope } from './strength.ts';
import type { TensorRectangle } from './tensor-state.ts';
import type { Warp } from './warp.ts';

/** A thread's instructions for the tensor cores, in their order. */
export interface TensorPipeline {
  readonly warp: Warp;
  readonly lane: number;
  /** Instructions so far. */
  issued: number;
}

/** One instruction, in one CTA whose memory it uses. */
export interface TensorUse {
  readonly warp: Warp;
  readonly operation: Operation;
  /** -1: of the whole warp. */
  readonly lane: number;
  readonly kind: 'ld' | 'st' | 'mma' | 'cp' | 'dealloc';
  /** Pipeline of the instruction, and its number there; null for what the warp does itself. */
  readonly pipeline: TensorPipeline | null;
  readonly number: number;
  /** Kind and shape of a product: those of one accumulator come one after the other. */
  readonly shape: string;
}

export type TensorEvent =
  /** It reads or writes these cells of the CTA's tensor memory; `isSum`: of the accumulator. */
  | {
      readonly kind: 'cells';
      readonly use: TensorUse;
      readonly cells: readonly TensorRectangle[];
      readonly effect: 'read' | 'write' | 'update';
    }
  /** It reads pieces of 16 bytes at the first `count` offsets of the CTA's shared memory. */
  | { readonly kind: 'operand'; readonly use: TensorUse; readonly at: Int32Array; readonly count: number }
  /** All that the thread has issued will have arrived at that mbarrier of the CTA. */
  | { readonly kind: 'committed'; readonly pipeline: TensorPipeline; readonly byteOffset: number }
  | { readonly kind: 'waited'; readonly warp: Warp; readonly for: 'ld' | 'st' }
  | { readonly kind: 'fenced'; readonly warp: Warp; readonly side: 'before' | 'after' };

export interface Watch extends Partial<PipelineWatch> {
  /** Lanes `mask` are about to access `warp.at[lane]`, all in bounds and aligned. */
  accessed(warp: Warp, operation: Operation, form: AccessForm, space: StateSpace | 'cluster', mask: number): void;
  /** The same, told to the CTA whose shared memory it is, of a warp of another CTA of its cluster. */
  accessedFromElsewhere(warp: Warp, operation: Operation, form: AccessForm, mask: number): void;
  /** Asynchronous copies of the lanes, which accessed their addresses when they were issued, are about to happen. */
  copied(warp: Warp, copy: IssuedCopy, mask: number): void;
  /** A thread of this CTA issues a bulk copy. */
  bulkIssued(access: BulkAccess): void;
  /** Called for events of bulk copies into the shared memory of this CTA, or out of it. */
  bulkCopied(event: BulkEvent): void;
  /** Lanes of the warp execute a fence between generic instructions and copy engines. */
  proxyFenced(warp: Warp, mask: number): void;
  /** Lanes of the warp execute a fence that tells others of the mbarriers that they have initialised. */
  mbarriersFenced(warp: Warp, mask: number): void;
  /** Lanes of the warp execute a fence between threads. */
  fenced(warp: Warp, mask: number, scope: SyncScope): void;
  /** Product `number` of a warpgroup, counted from 0, is about to read pieces of 16 bytes at the first `count` offsets. */
  multiplied(warps: readonly Warp[], operation: Operation, number: number, at: Int32Array, count: number): void;
  /** The warp has waited for its first `products` products. */
  productsWaited(warp: Warp, products: number): void;
  /** Called for events of this CTA's tensor memory, and of what its tensor cores read. */
  tensorUsed(event: TensorEvent): void;
  /** The warp reached a barrier of its CTA. */
  arrived(warp: Warp, barrier: number): void;
  /** The barrier completed: what warps did before they arrived, the waiting ones now see. */
  completed(barrier: number, waiting: readonly Warp[]): void;
  /** Lanes of the warp passed a `bar.warp.sync` together. */
  warpSynchronised(warp: Warp, mask: number): void;
  /** Lanes of the warp have exchanged values, or voted: that orders no memory. */
  lanesExchanged(warp: Warp, mask: number): void;
  /** The warp, or a copy of it, is about to arrive at the mbarrier of that place in shared memory. */
  mbarrierArrived(warp: Warp, byteOffset: number): void;
  /** A phase of it completed: what was done before its arrivals, those that wait for it will see. */
  mbarrierCompleted(byteOffset: number): void;
  /** The warp found a phase complete that it waited for. */
  mbarrierWaited(warp: Warp, byteOffset: number): void;
  /** The warp arrived at the barrier of its cluster; `releases`: what it did before, those that wait will see. */
  clusterArrived(warp: Warp, releases: boolean): void;
  /** All have arrived there. */
  clusterCompleted(): void;
  /** The warp went on after that. */
  clusterWaited(warp: Warp): void;
  /** Lanes of the warp have waited for the launch before theirs. */
  launchWaited(warp: Warp): void;
  /** The CTA's cluster has ended. */
  finished(): void;
}

/** Bulk copies that threads have issued: into the shared memory of a CTA, or out of it. */
import type { BulkPieces } from './bulk-pieces.ts';
import type { Cta } from './cta.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** The thread, and the instruction. */
export interface Issuer {
  readonly warp: Warp;
  readonly operation: Operation;
  readonly lane: number;
}

/** Replaces `count` bytes from `at` on by what a reduction makes of them and of those in `data` from `from` on. */
export type Combine = (memory: Uint8Array, at: number, data: Uint8Array, from: number, count: number) => void;

/** Copy into shared memory. When it has happened, it notifies an mbarrier. */
export interface ArrivingCopy {
  readonly issuer: Issuer;
  readonly pieces: BulkPieces;
  /** CTA whose shared memory it reads; null for device memory. */
  readonly source: Cta | null;
  /** Bytes in place of elements outside the tensor. */
  readonly fill: Uint8Array;
  readonly combine: Combine | null;
  /** CTA whose shared memory it writes, and the one whose mbarrier at that offset it notifies: the same, or the other one of its pair. */
  readonly to: Cta;
  readonly told: Cta;
  readonly mbarrier: number;
  readonly transactionBytes: number;
  /** Stores of a thread that are asynchronous need no proxy fence, as the engine's copies do. */
  readonly proxy: 'async' | 'generic';
}

/** Copy from shared to device memory. Its thread waits for the group that it belongs to. */
export interface LeavingCopy {
  readonly issuer: Issuer;
  readonly pieces: BulkPieces;
  readonly combine: Combine | null;
  /** How many groups its thread had closed before. */
  readonly group: number;
  /** Bytes that were read from shared memory; null before. */
  data: Uint8Array | null;
}

export type BulkCopy = ArrivingCopy | LeavingCopy;

/** The addresses of a bulk copy, for observers. */
export interface BulkAccess {
  readonly issuer: Issuer;
  readonly pieces: BulkPieces;
  /** Whether it goes into shared memory, or out of it. */
  readonly isInward: boolean;
  /** The CTAs whose shared memory the pieces have, at the same places in each. */
  readonly shared: readonly Cta[];
  /** CTA whose shared memory the other side is; null for device memory. */
  readonly other: Cta | null;
}

export type BulkEvent =
  /** The copy was issued, and may write from now on. */
  | { readonly kind: 'expected'; readonly copy: ArrivingCopy }
  /** The copy is about to write, and to arrive. */
  | { readonly kind: 'arriving'; readonly copy: ArrivingCopy }
  /** The CTA has ended, and no thread has waited for the copy. */
  | { readonly kind: 'left'; readonly copy: ArrivingCopy }
  /** The copy was issued, and may read from now on. */
  | { readonly kind: 'sent'; readonly copy: LeavingCopy }
  /** The same of a copy into another CTA's shared memory, and that it is about to read. */
  | { readonly kind: 'lent' | 'returned'; readonly copy: ArrivingCopy }
  /** The copy has read, and its thread has waited for that. */
  | { readonly kind: 'read'; readonly copy: LeavingCopy }
  /** It is about to write device memory. */
  | { readonly kind: 'leaving'; readonly copy: LeavingCopy };

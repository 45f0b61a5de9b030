/** The result of simulating a scenario. Times are in clk of the model, counted from the start of the CTA's pipeline. */
import type { Rows } from '../../trace/rows.ts';
import type { BarrierEvent, Span } from '../../trace/span.ts';
import type { Misuse } from './stage-order.ts';

export interface PipelineFault {
  /**
   * overrun, underrun: a slot used too early; arrivals, transactions: more than an mbarrier can count; namedBarrier: threads
   * that disagree about who takes part.
   */
  readonly kind: Misuse['kind'] | 'arrivals' | 'transactions' | 'namedBarrier';
  /** Time of the first occurrence. */
  readonly at: number;
  readonly role: string;
  readonly message: string;
  /** How often this role did that with this slot or barrier. */
  readonly count: number;
}

/** A role that will never go on. */
export interface StuckWaiter {
  readonly role: string;
  readonly since: number;
  /** 'full[1]', 'bar 3', 'registers'. */
  readonly barrier: string;
  /** The parity of the awaited phase; null if there are no phases. */
  readonly parity: 0 | 1 | null;
  /** What is missing, in words: '1 arrival and 32,768 bytes'. */
  readonly missing: string;
  /** Roles whose remaining steps could bring what is missing. If there are any, they wait, too. */
  readonly waitsFor: readonly string[];
}

export interface Deadlock {
  readonly at: number;
  readonly waiters: readonly StuckWaiter[];
  /** Roles that wait for each other in a cycle; empty if a role waits for something that no role will do. */
  readonly cycle: readonly string[];
  /** One sentence. */
  readonly message: string;
}

/** A fill begins or has landed, a read begins or is over. */
export interface SlotChange {
  readonly at: number;
  /** The role that asked for the copy, or that reads. */
  readonly role: string;
  readonly buffer: string;
  readonly stage: number;
  /** Index of the step that the slot is for, counted through all rounds of the ring. */
  readonly index: number;
  readonly change: 'fill' | 'full' | 'read' | 'done';
}

/**
 * filling: bytes are in flight; full: all bytes have landed; read: a role reads them; used: a role has read them, and
 * others may still follow.
 */
export type SlotState = 'empty' | 'filling' | 'full' | 'read' | 'used';

export interface SlotStretch {
  readonly buffer: string;
  readonly stage: number;
  readonly from: number;
  readonly to: number;
  readonly state: SlotState;
  /** Roles that read it, in the order in which they began; none unless its state is 'read'. */
  readonly readers: readonly string[];
  /** Index of the step whose bytes these are, counted through all rounds of the ring; -1 while the slot is empty. */
  readonly index: number;
}

/** Limits on which a stretch of the critical path was spent. 'latency' is that of copies and of barriers. */
export const LIMITS = ['copy', 'tensor', 'exp', 'issue', 'latency'] as const;
export type Limit = (typeof LIMITS)[number];
export type Unit = Exclude<Limit, 'latency'>;

/** Events on which the time of a span depends. */
export interface SpanLink {
  /** When the unit began to work on the span, and when it was free for the next one. */
  readonly servedFrom: number;
  readonly servedTo: number;
  readonly limit: Limit;
  /** The span that had to end before this one could start; -1 if there is none. */
  readonly after: number;
}

/** The number of bytes in flight from a time on. */
export interface BytesInFlight {
  readonly at: number;
  readonly bytes: number;
}

export interface PathPiece {
  readonly from: number;
  readonly to: number;
  readonly limit: Limit;
  /** Index into `spans`; -1 between spans, while a barrier passes an arrival on. */
  readonly span: number;
}

/**
 * A run whose records are read by their numbers. It was made in this thread, or came from another one (`run-columns.ts`).
 */
export interface RunRecords {
  readonly totalClk: number;
  readonly spans: Rows<Span>;
  /** The link of each span, by the span's number. */
  readonly links: Rows<SpanLink>;
  readonly barrierEvents: Rows<BarrierEvent>;
  /** Stretches of each slot, sorted by buffer and stage; they reach from 0 to the end without a gap. */
  readonly slots: Rows<SlotStretch>;
  /** Bytes that were asked for and have not landed, from a time on. */
  readonly bytesInFlight: Rows<BytesInFlight>;
  readonly faults: readonly PipelineFault[];
  readonly deadlock: Deadlock | null;
  /** Clk during which each unit worked. */
  readonly busyClk: Readonly<Record<Unit, number>>;
  readonly landedBytes: number;
  readonly storedBytes: number;
  readonly flop: number;
  /**
   * Pieces of time from 0 to `totalClk` without a gap, each with the limit on which it was spent. Empty in a deadlock.
   */
  readonly criticalPath: Rows<PathPiece>;
  /** Clk of the critical path, and what it was spent on most. */
  readonly limitClk: Readonly<Record<Limit, number>>;
  readonly bound: Limit | 'deadlock';
}

/** A run, as it was simulated. */
export interface PipelineRun extends RunRecords {
  readonly spans: readonly Span[];
  readonly links: readonly SpanLink[];
  readonly barrierEvents: readonly BarrierEvent[];
  readonly slots: readonly SlotStretch[];
  readonly bytesInFlight: readonly BytesInFlight[];
  readonly criticalPath: readonly PathPiece[];
}

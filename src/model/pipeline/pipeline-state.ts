/** `PipelineState`: everything that holds at one time of a run. */
import type { BarrierEvent, Span } from '../../trace/span.ts';
import type { SlotState } from './pipeline-run.ts';
import type { Guard } from './ring-barriers.ts';

export interface SlotNow {
  readonly buffer: string;
  readonly stage: number;
  /** Index of the step whose bytes these are, counted through all rounds of the ring. */
  readonly holds: number | null;
  readonly state: SlotState;
  /** Names of roles. */
  readonly readers: readonly string[];
}

export interface BarrierNow extends Pick<BarrierEvent, 'phase' | 'pendingArrivals' | 'pendingBytes'> {
  /** 'full[1]'. */
  readonly name: string;
  readonly ring: string;
  readonly stage: number;
  /** Parity of the current phase, which is incomplete. A wait for the other parity passes. */
  readonly parity: 0 | 1;
  /** Arrivals that complete a phase. */
  readonly count: number;
  /** The buffers whose slots it guards; a slot has the barrier's stage. */
  readonly guards: readonly { readonly buffer: string; readonly guard: Guard }[];
}

export interface RoleWait {
  /** 'empty[3]', 'QueryEmpty', 'registers'; null if the role waits for its own work, or for a unit. */
  readonly barrier: string | null;
  readonly since: number;
  /** Time at which the wait ends [clk]; null if it never ends. */
  readonly until: number | null;
}

export interface RoleNow {
  readonly role: string;
  /** waits: the role stands still, though work that it started may still run. */
  readonly does: 'works' | 'waits' | 'done';
  /** Its work in progress, including copies, products and stores that run without it. */
  readonly spans: readonly Span[];
  readonly wait: RoleWait | null;
}

export interface PipelineState {
  readonly clk: number;
  /** Slots, sorted by buffer and stage. */
  readonly slots: readonly SlotNow[];
  /** Barriers, sorted by ring and stage. */
  readonly barriers: readonly BarrierNow[];
  /** Roles in the scenario's order. */
  readonly roles: readonly RoleNow[];
  /** Bytes that were asked for and have not landed. */
  readonly bytesInFlight: number;
  /** The deadlock; null before it begins, and in a run without one. */
  readonly deadlock: string | null;
}

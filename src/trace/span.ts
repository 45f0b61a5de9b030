/** `Span`: who did what from when to when, on one clock; and the barrier state changes on the same clock. */

export type ClockUnit = 'clk' | 'ns' | 'step';
/** Origin of a record: the closed form, the executed PTX, or a run on a GPU. */
export type Source = 'predicted' | 'emulated' | 'measured';

export interface Span {
  /** Role name ('producer', 'consumer 1', 'epilogue') and, where known, the warp. */
  readonly role: string;
  readonly warp?: number;
  readonly kind: 'issue' | 'copy' | 'mma' | 'softmax' | 'alu' | 'wait' | 'store';
  readonly from: number;
  readonly to: number;
  /** Ring slot, where the work belongs to one, and the ring's buffer, where there may be several. */
  readonly stage?: number;
  readonly buffer?: string;
  /** For a wait: the barrier's name and the phase parity waited for. */
  readonly barrier?: { readonly name: string; readonly parity: 0 | 1 };
  /** Line of the kernel's source, where one is known. */
  readonly line?: number;
  readonly unit: ClockUnit;
  readonly source: Source;
}

export interface BarrierEvent {
  readonly at: number;
  readonly unit: ClockUnit;
  readonly barrier: string;
  readonly phase: number;
  readonly pendingArrivals: number;
  readonly pendingBytes: number;
  readonly source: Source;
}

/** The rows of chosen CTAs, as many as fit. */
import { type Access, type AccessTrace, accessAt, TraceBuilder } from '../trace/access-trace.ts';
import type { InspectionOptions } from './inspection.ts';

const MAX_TRACE_ROWS = 200_000;

export interface KeptRows {
  readonly trace: AccessTrace;
  /** Rows that did not fit. */
  readonly dropped: number;
}

export class BoundedTrace {
  readonly #builder = new TraceBuilder();
  readonly #ctas: ReadonlySet<number>;
  /** Null for all. */
  readonly #warps: ReadonlySet<number> | null;
  readonly #maxRows: number;
  #dropped = 0;

  constructor({ ctas, tracedCtas, tracedWarps, maxTraceRows = MAX_TRACE_ROWS }: InspectionOptions) {
    this.#ctas = new Set(tracedCtas ?? [ctas?.[0] ?? 0]);
    this.#warps = tracedWarps ? new Set(tracedWarps) : null;
    this.#maxRows = maxTraceRows;
  }

  add(access: Access): void {
    if (!this.#ctas.has(access.cta) || this.#warps?.has(access.warp) === false) return;
    if (this.#builder.rows < this.#maxRows) this.#builder.add(access);
    else this.#dropped++;
  }

  finish(): KeptRows {
    return { trace: this.#builder.finish(), dropped: this.#dropped };
  }
}

/** One after the other, as if one trace had kept them. */
export function joinedRows(parts: readonly KeptRows[], { maxTraceRows = MAX_TRACE_ROWS }: InspectionOptions): KeptRows {
  const used = parts.filter(({ trace, dropped }) => trace.rows + dropped > 0);
  if (used.length === 1) return used[0];
  const builder = new TraceBuilder();
  for (const { trace } of used) {
    const room = Math.min(trace.rows, maxTraceRows - builder.rows);
    for (let row = 0; row < room; row++) builder.add(accessAt(trace, row));
  }
  const all = used.reduce((sum, { trace, dropped }) => sum + trace.rows + dropped, 0);
  return { trace: builder.finish(), dropped: all - builder.rows };
}

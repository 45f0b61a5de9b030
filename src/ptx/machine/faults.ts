/** Faults: made here, thrown as a `FaultSignal` inside the machine, turned into data at its edge. */
import type { Fault, Place, Who } from '../../trace/fault.ts';
import type { Module } from '../parse/ast.ts';
import type { Operation } from './operation.ts';

/** Not an `Error`: a kernel's fault is an expected outcome, and a stack trace would tell nothing. */
export class FaultSignal {
  readonly fault: Fault;
  constructor(fault: Fault) {
    this.fault = fault;
  }
}

export const placeOf = (files: Module['files'], operation: Operation): Place => ({
  file: files.get(operation.file) ?? '',
  line: operation.line,
  ptxLine: operation.source.ptxLine,
  instruction: operation.source.text,
});

const place = (at: Place): string => (at.line > 0 ? `line ${at.line}` : `PTX line ${at.ptxLine}`);

/** "line 12, CTA 0, warp 3, lane 5". */
export const whereWords = (at: Place, who: Who): string =>
  `${place(at)}, CTA ${who.cta}, warp ${who.warp}${who.lane >= 0 ? `, lane ${who.lane}` : ''}`;

export const hex = (value: number): string => `${value < 0 ? '-' : ''}0x${Math.abs(value).toString(16)}`;

/** Most faults kept when a run goes on after them. */
export const MOST_FAULTS = 100;

/** Keeps the faults of a run; one per kind and instruction, so that a loop does not report each pass. */
export class FaultLog {
  readonly faults: Fault[] = [];
  readonly #goOn: boolean;
  readonly #seen = new Set<string>();

  constructor(goOn: boolean) {
    this.#goOn = goOn;
  }

  /** Returns when the run may go on after the fault, throws a `FaultSignal` otherwise. */
  report(fault: Fault): void {
    if (!this.#goOn) throw new FaultSignal(fault);
    const key = `${fault.kind} ${fault.place.ptxLine} ${fault.who.cta}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.faults.push(fault);
    if (this.faults.length >= MOST_FAULTS) throw new FaultSignal(limitFault(fault));
  }
}

const limitFault = (fault: Fault): Fault => ({
  kind: 'limit',
  message: `Stopped after ${MOST_FAULTS} faults.`,
  place: fault.place,
  who: fault.who,
});

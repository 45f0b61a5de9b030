/** Faults: made here, thrown as a `FaultSignal` inside the machine, turned into data at its edge. */

import { lowestBit32 } from '../../base/bits.ts';
import type { Fault, FaultKind, FaultPlace, Hazard, Who } from '../../trace/fault.ts';
import type { Module } from '../parse/ast.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** Not an `Error`: a kernel's fault is an expected outcome, and a stack trace would tell nothing. */
export class FaultSignal {
  readonly fault: Fault;
  constructor(fault: Fault) {
    this.fault = fault;
  }
}

export const placeOf = (files: Module['files'], operation: Operation): FaultPlace => ({
  file: files.get(operation.file) ?? '',
  line: operation.line,
  ptxLine: operation.source.ptxLine,
  instruction: operation.source.text,
});

const place = (at: FaultPlace): string => (at.line > 0 ? `line ${at.line}` : `PTX line ${at.ptxLine}`);

/** "line 12, CTA 0, warp 3, lane 5". */
export const whereWords = (at: FaultPlace, who: Who): string =>
  `${place(at)}, CTA ${who.cta}, warp ${who.warp}${who.lane >= 0 ? `, lane ${who.lane}` : ''}`;

/** An instruction's text, without lists of dozens of registers. */
export const briefly = (instruction: string): string => instruction.replace(/\{[^{}]{60,}\}/g, '{…}');

export const hex = (value: number): string => `${value < 0 ? '-' : ''}0x${Math.abs(value).toString(16)}`;

type SimpleKind =
  | { readonly kind: 'trap' | 'assert' | 'invalidCall' | 'limit' }
  | { readonly kind: 'unsupported'; readonly opcode: string };

/** Ends the run with a fault of the lowest lane of `mask`: "line 12, CTA 0, warp 3, lane 5: why." */
export function fail(warp: Warp, operation: Operation, mask: number, kind: SimpleKind, why: string): never {
  const place = placeOf(warp.cta.grid.files, withLine(warp, operation));
  const who = { cta: warp.cta.number, warp: warp.index, lane: lowestBit32(mask) };
  throw new FaultSignal({ ...kind, message: `${whereWords(place, who)}: ${why}.`, place, who });
}

/** In a function without source lines, such as a debug build's `__trap`, the call that led into it says more. */
function withLine(warp: Warp, operation: Operation): Operation {
  const { operations } = warp.cta.grid.program;
  let at = operation;
  for (let frame = warp.current?.frame; at.line === 0 && frame; frame = frame.caller)
    at = operations[frame.returnPc - 1];
  return at.line === 0 ? operation : at;
}

/** Most faults kept when a run goes on after them; of hazards the same number. */
const MOST_FAULTS = 100;

interface Entry<F extends Fault = Fault> {
  readonly fault: F;
  count: number;
}

/**
 * Keeps the faults of a run, over all its CTAs: one per kind and place in the source (for races: pair of places), with
 * how often it was found. A loop, unrolled or not, and a grid of CTAs then do not say the same again and again.
 */
export class FaultLog {
  readonly #goOn: boolean;
  readonly #entries = new Map<string, Entry>();
  /** The same entries by the instructions that found them: most faults need not be made to be counted. */
  readonly #byOperation = new Map<string, Entry>();

  readonly #hazards = new Map<string, Entry<Hazard>>();
  readonly #hazardByOperation = new Map<string, Entry<Hazard>>();

  constructor(goOn: boolean) {
    this.#goOn = goOn;
  }

  get faults(): Fault[] {
    return [...this.#entries.values()].map(({ fault, count }) => ({ ...fault, count }));
  }

  /** Where one place is a fault for some lanes and a hazard for others, the fault is what counts. */
  get hazards(): Hazard[] {
    return [...this.#hazards]
      .filter(([site]) => !this.#entries.has(site))
      .map(([, { fault, count }]) => ({ ...fault, count }));
  }

  /** Returns when the run may go on after the fault, throws a `FaultSignal` otherwise. */
  report(fault: Fault): void {
    this.#add(fault);
  }

  /** The same for a fault that the operations at these pcs may find many times: only the first is made. */
  reportAt(kind: FaultKind, pc: number, otherPc: number, make: () => Fault): void {
    const key = `${kind} ${pc} ${otherPc}`;
    const known = this.#byOperation.get(key);
    if (known) known.count++;
    else this.#byOperation.set(key, this.#add(make()));
  }

  /** The same for a hazard, which never ends a run. */
  reportHazardAt(kind: FaultKind, pc: number, otherPc: number, make: () => Hazard): void {
    const key = `${kind} ${pc} ${otherPc}`;
    const known = this.#hazardByOperation.get(key);
    if (known) known.count++;
    else this.#hazardByOperation.set(key, this.#addHazard(make(), 1));
  }

  /** Whether the log would still not be full with these, found elsewhere. */
  hasRoomFor(faults: readonly Fault[]): boolean {
    const unknown = faults.filter(fault => !this.#entries.has(siteOf(fault)));
    return this.#entries.size + unknown.length < MOST_FAULTS;
  }

  /** Takes in what another log found later. */
  take(faults: readonly Fault[], hazards: readonly Hazard[]): void {
    for (const hazard of hazards) this.#addHazard(hazard, hazard.count ?? 1);
    for (const fault of faults) {
      const count = fault.count ?? 1;
      const key = siteOf(fault);
      const known = this.#entries.get(key);
      if (known) known.count += count;
      else this.#entries.set(key, { fault, count });
    }
  }

  #addHazard(fault: Hazard, count: number): Entry<Hazard> {
    const site = siteOf(fault);
    const known = this.#hazards.get(site);
    if (known) {
      known.count += count;
      return known;
    }
    const entry = { fault, count };
    if (this.#hazards.size < MOST_FAULTS) this.#hazards.set(site, entry);
    return entry;
  }

  #add(fault: Fault): Entry {
    if (!this.#goOn) throw new FaultSignal(fault);
    const key = siteOf(fault);
    const known = this.#entries.get(key);
    if (known) {
      known.count++;
      return known;
    }
    const entry = { fault, count: 1 };
    this.#entries.set(key, entry);
    if (this.#entries.size >= MOST_FAULTS) throw new FaultSignal(limitFault(fault));
    return entry;
  }
}

const lineOf = ({ file, line, ptxLine }: FaultPlace): string => (line > 0 ? `${file}:${line}` : `PTX ${ptxLine}`);

/** What two reports of one mistake have in common. Which access of a race came first is chance. */
function siteOf(fault: Fault): string {
  const { kind, place } = fault;
  if (kind === 'race') return [kind, ...[lineOf(place), lineOf(fault.other.place)].sort()].join(' ');
  const [opcode] = place.instruction.replace(/^@\S+ /, '').split(' ', 1);
  return `${kind} ${lineOf(place)} ${opcode}`;
}

const limitFault = (fault: Fault): Fault => ({
  kind: 'limit',
  message: `Stopped after ${MOST_FAULTS} different faults.`,
  place: fault.place,
  who: fault.who,
});

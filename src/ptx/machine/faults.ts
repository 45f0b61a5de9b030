/** Faults: made here, thrown as a `FaultSignal` inside the machine, turned into data at its edge. */

import { lowestBit32 } from '../../base/bits.ts';
import {
  type Fault,
  type FaultKind,
  type FaultPlace,
  type Hazard,
  type Party,
  RACING_THREADS,
  type Who,
} from '../../trace/fault.ts';
import type { Module } from '../parse/ast.ts';
import { lineOf, linesOf, mistakeOf } from './fault-sites.ts';
import { KnownFindings, type Sort } from './known-findings.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** It is no `Error`, since a kernel's fault is an expected outcome, and a stack trace would say nothing. */
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
  ...(operation.calls.length > 0 && { calls: operation.calls }),
});

/** Calls deeper than that are left out. */
const MOST_CALLS = 32;

/** The same of an operation that the warp carries out, with the calls that have led to its function. */
export function placeIn(warp: Warp, operation: Operation, innermost = warp.current?.frame ?? null): FaultPlace {
  const { files, program } = warp.cta.grid;
  const calls = [...operation.calls];
  for (let frame = innermost; frame !== null && calls.length < MOST_CALLS; frame = frame.caller) {
    const { file, line, calls: inlined } = program.operations[frame.returnPc - 1];
    if (line > 0) calls.push({ callee: frame.site.calleeName(), file: files.get(file) ?? '', line }, ...inlined);
  }
  return { ...placeOf(files, operation), ...(calls.length > 0 && { calls }) };
}

const place = (at: FaultPlace): string => (at.line > 0 ? `line ${at.line}` : `PTX line ${at.ptxLine}`);
const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** "line 12, CTA 0, warp 3, lane 5". */
export const whereWords = (at: FaultPlace, who: Who): string =>
  `${place(at)}, CTA ${who.cta}, warp ${who.warp}${who.lane >= 0 ? `, lane ${who.lane}` : ''}`;

/** The other access of a fault; "line 104 of copy_sm90.hpp, CTA 0, warp 0" where that is not the file of the first one. */
export function partyWords({ place: at, who }: Party, first: FaultPlace): string {
  const isElsewhere = at.line > 0 && at.file !== '' && at.file !== first.file;
  return isElsewhere ? whereWords(at, who).replace(',', ` of ${fileName(at.file)},`) : whereWords(at, who);
}

/** An instruction's text, without lists of dozens of registers. */
export const briefly = (instruction: string): string => instruction.replace(/\{[^{}]{60,}\}/g, '{…}');

export const hex = (value: number): string => `${value < 0 ? '-' : ''}0x${Math.abs(value).toString(16)}`;

/** Report of a lane's fault: where, who, and "line 12, CTA 0, warp 3, lane 5: 'bar.sync 0' says." */
export function toldOf(
  warp: Warp,
  operation: Operation,
  lane: number,
  says: string,
): Pick<Fault, 'place' | 'who' | 'message'> {
  const { cta, index } = warp;
  const place = placeIn(warp, operation);
  const who = { cta: cta.number, warp: index, lane };
  return { place, who, message: `${whereWords(place, who)}: '${briefly(place.instruction)}' ${says}.` };
}

type SimpleKind = { readonly kind: 'trap' | 'assert' | 'invalidCall' | 'badOperand' | 'limit' };

/** Ends the run with a fault of the lowest lane of `mask`: "line 12, CTA 0, warp 3, lane 5: why." */
export function fail(warp: Warp, operation: Operation, mask: number, kind: SimpleKind, why: string): never {
  const place = placeWithLine(warp, operation);
  const who = { cta: warp.cta.number, warp: warp.index, lane: lowestBit32(mask) };
  throw new FaultSignal({ ...kind, message: `${whereWords(place, who)}: ${why}.`, place, who });
}

/** In a function without source lines, such as a debug build's `__trap`: the call that led into it, which says more. */
function placeWithLine(warp: Warp, operation: Operation): FaultPlace {
  const { operations } = warp.cta.grid.program;
  let at = operation;
  let frame = warp.current?.frame ?? null;
  for (; at.line === 0 && frame !== null; frame = frame.caller) at = operations[frame.returnPc - 1];
  return at.line === 0 ? placeIn(warp, operation) : placeIn(warp, at, frame);
}

/** Most faults kept when a run goes on after them; of hazards the same number. */
const MOST_FAULTS = 100;

/** Contents of a log that another log can take in. */
export interface LoggedFaults {
  readonly faults: readonly Fault[];
  readonly hazards: readonly Hazard[];
  readonly doubts: readonly Fault[];
}

/**
 * Keeps the faults of a run, over all its CTAs: one per kind and place in the source (for races: pair of places and how far
 * apart the threads are), with how often it was found. A loop, unrolled or not, and a grid of CTAs then do not say the same again and again.
 */
export class FaultLog {
  readonly #goOn: boolean;
  readonly #faults = new KnownFindings<Fault>(Number.POSITIVE_INFINITY);
  /** Values that nothing defines were read, or loads race: faults only if something depends on them. */
  readonly #doubts = new KnownFindings<Fault>(MOST_FAULTS);
  readonly #hazards = new KnownFindings<Hazard>(MOST_FAULTS);

  constructor(goOn: boolean) {
    this.#goOn = goOn;
  }

  /** How many different faults there are, and races that may be some. */
  get size(): number {
    return this.#faults.size + this.#doubts.races;
  }

  /** How many different hazards there are. */
  get hazardCount(): number {
    return this.#hazards.size;
  }

  /** Whether the run goes on after faults. */
  get goesOn(): boolean {
    return this.#goOn;
  }

  get faults(): Fault[] {
    return this.#faultsWith([]);
  }

  get doubts(): Fault[] {
    return this.#doubts.all;
  }

  get hazards(): Hazard[] {
    return this.#hazardsWith([], this.#decided([]));
  }

  /** Faults and hazards after races among the doubts are decided: those that matter are faults, the others hazards. */
  withRaces(races: readonly Fault[], harmless: readonly Hazard[]): Pick<LoggedFaults, 'faults' | 'hazards'> {
    return { faults: this.#faultsWith(races), hazards: this.#hazardsWith(harmless, this.#decided(races)) };
  }

  #decided(races: readonly Fault[]): ReadonlySet<string> {
    return new Set([...this.#faults.all, ...races].map(mistakeOf));
  }

  /** A place that is a fault for some threads and a hazard for others is a fault: only values differ, not the code. */
  #faultsWith(doubted: readonly Fault[]): Fault[] {
    const faults = [...this.#faults.all, ...doubted];
    const places = new Set(faults.map(mistakeOf));
    const alike = this.#hazards.all.map(({ seen: _, isOneStore: __, ...fault }) => fault);
    const races = alike.filter(fault => fault.kind === 'race' && places.has(mistakeOf(fault)));
    return withoutConsequences(widest([...faults, ...races]));
  }

  #hazardsWith(races: readonly Hazard[], decided: ReadonlySet<string>): Hazard[] {
    return widest([...this.#hazards.all, ...races].filter(hazard => !decided.has(mistakeOf(hazard))));
  }

  /** Returns when the run may go on after the fault, throws a `FaultSignal` otherwise. */
  report(fault: Fault): void {
    if (!this.#goOn) throw new FaultSignal(fault);
    this.#faults.add(fault, 1);
    this.#endIfFull(fault);
  }

  /** The same for a fault that the operations at these pcs may find many times: only the first is made. */
  reportAt(sort: Sort, pc: number, otherPc: number, make: () => Fault): void {
    if (this.#faults.counts(sort, pc, otherPc)) return;
    const fault = make();
    if (!this.#goOn) throw new FaultSignal(fault);
    this.#faults.addAt(sort, pc, otherPc, fault);
    this.#endIfFull(fault);
  }

  /** The same for a hazard, which never ends a run. */
  reportHazardAt(sort: Sort, pc: number, otherPc: number, make: () => Hazard): void {
    if (!this.#hazards.counts(sort, pc, otherPc)) this.#hazards.addAt(sort, pc, otherPc, make());
  }

  /** The same for a doubt, which never ends a run. */
  reportDoubtAt(sort: Sort, pc: number, otherPc: number, make: () => Fault): void {
    if (!this.#doubts.counts(sort, pc, otherPc)) this.#doubts.addAt(sort, pc, otherPc, make());
  }

  /** Whether the log would still not be full with these, found elsewhere. */
  hasRoomFor(faults: readonly Fault[]): boolean {
    return this.#faults.size + faults.filter(fault => !this.#faults.has(fault)).length < MOST_FAULTS;
  }

  /** Takes in what another log found later. */
  take({ faults, hazards, doubts }: LoggedFaults): void {
    for (const hazard of hazards) this.#hazards.add(hazard, hazard.count ?? 1);
    for (const doubt of doubts) this.#doubts.add(doubt, doubt.count ?? 1);
    for (const fault of faults) this.#faults.add(fault, fault.count ?? 1);
  }

  #endIfFull(fault: Fault): void {
    if (this.#faults.size >= MOST_FAULTS) throw new FaultSignal(limitFault(fault));
  }
}

/**
 * Faults without consequences. If several come from one vain wait, the first says enough. A lost copy is waited for
 * without end, and so are threads at a barrier whose count is wrong.
 */
function withoutConsequences(faults: readonly Fault[]): Fault[] {
  const known = new Set<string>();
  const isCopyLost = faults.some(({ kind, place }) => LOSES.has(kind) && /^(@\S+ )?cp\b/.test(place.instruction));
  const badBarriers = new Set(faults.flatMap(({ kind, place }) => (kind === 'barrier' ? [lineOf(place)] : [])));
  return faults.filter(fault => {
    if (fault.kind === 'deadlock' && fault.waiters.some(({ place }) => badBarriers.has(lineOf(place)))) return false;
    if (fault.kind === 'deadlock' && isCopyLost) return !fault.waiters.some(waitsForBytes);
    if (!('vainWait' in fault) || !fault.vainWait) return true;
    const { vainWait: wait } = fault;
    const site = [wait, ...(wait.calls ?? [])].map(({ file, line }) => `${file}:${line}`).join(' ');
    const isNew = !known.has(site);
    known.add(site);
    return isNew;
  });
}

/** Kinds of faults with which an instruction is not carried out. */
const LOSES: ReadonlySet<FaultKind> = new Set(['outOfBounds', 'notRecorded', 'misaligned', 'badOperand', 'mbarrier']);

const waitsForBytes = ({ waitsFor }: { readonly waitsFor: string }): boolean =>
  / bytes are still expected/.test(waitsFor);

/**
 * The widest of the races at one pair of lines, in the place of the first: a barrier that mends it mends all, and
 * __syncwarp alone would only hide that warps race there, too. Its count is that of all.
 */
function widest<F extends Fault>(faults: readonly F[]): F[] {
  const races = new Map<string, F[]>();
  for (const fault of faults) {
    if (fault.kind !== 'race') continue;
    const known = races.get(linesOf(fault));
    if (known) known.push(fault);
    else races.set(linesOf(fault), [fault]);
  }
  return faults.flatMap(fault => {
    if (fault.kind !== 'race') return [fault];
    const group = races.get(linesOf(fault)) ?? [];
    races.delete(linesOf(fault));
    if (group.length === 0) return [];
    const first = group.reduce((a, b) => (widthOf(b) > widthOf(a) ? b : a));
    return [{ ...first, count: group.reduce((sum, { count = 1 }) => sum + count, 0) }];
  });
}

const widthOf = (fault: Fault): number => (fault.kind === 'race' ? RACING_THREADS.indexOf(fault.between) : 0);

const limitFault = (fault: Fault): Fault => ({
  kind: 'limit',
  message: `Stopped after ${MOST_FAULTS} different faults.`,
  place: fault.place,
  who: fault.who,
});

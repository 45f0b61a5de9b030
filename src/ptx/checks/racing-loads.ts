/**
 * Finds the loads of device memory that race with writes, lane by lane: for the instructions of some lines, it keeps
 * all accesses to each cell with which a later one may race. Then the launch can be run again with other words in place
 * of the loaded ones.
 */
import type { AccessForm } from '../machine/access-form.ts';
import { raceBetween } from '../machine/fault-sites.ts';
import { placeOf } from '../machine/faults.ts';
import type { Operation, Run } from '../machine/operation.ts';
import type { Program } from '../machine/program.ts';
import { wordOfPlace } from '../machine/undefined-words.ts';
import type { Warp } from '../machine/warp.ts';
import type { Module } from '../parse/ast.ts';
import { loadedFrom, WordsAround } from './other-words.ts';
import { RepeatedLoads } from './repeated-loads.ts';
import { pcOf } from './shadow.ts';
import { isPlainLoad } from './strong-words.ts';
import { numberOf, operationsOf, type Race, VisitCounts } from './visit-counts.ts';

/** More accesses than these are not kept. */
const MOST_ACCESSES = 2 ** 20;
/** No more pairs of accesses are looked at: a loop that races at every access would have their square. */
const MOST_PAIRS = 2 ** 24;

/** One execution of a load by one warp. */
interface RacingLoad {
  readonly form: AccessForm;
  /** For each race (`raceBetween`) and lane: a bit for each element that takes part. */
  readonly elements: Map<string, Uint8Array>;
  /**
   * For each place in a word of memory (`otherAt`): the word that the load would have found on the other side of the
   * write.
   */
  readonly others: Map<number, number>;
}

const otherAt = (lane: number, byte: number): number => 2 ** 5 * (byte >> 2) + lane;

interface CellAccess {
  readonly segment: number;
  readonly place: number;
  readonly lane: number;
  readonly byte: number;
  readonly element: number;
  /** Number of accesses before it. */
  readonly at: number;
  /** Null for a write. */
  readonly load: RacingLoad | null;
  /** The word of memory: of a write what it was and what it will be, where that is known. */
  readonly before: number;
  readonly after: number | null;
}

/** Accesses of a cell with which a later one may race: a load only with a write, a write with both. */
interface CellHistory {
  loads: CellAccess[];
  writes: CellAccess[];
}

/** An access: its segment, and the place of its lane 0; see `shadow.ts`. */
interface Accessing {
  readonly segment: number;
  readonly place: number;
  /** Cell of a byte: its offset, shifted. */
  readonly shift: number;
  /** Whether an access, by its segment and place, does not race with what the place does now. */
  readonly isBefore: (segment: number, place: number, here: number) => boolean;
  /** Whether an access that races with none of this one races with none of that one: the later one stands for both. */
  readonly isCovered: (segment: number, place: number, here: number) => boolean;
}

export class RacingLoads {
  /** Instructions at the lines of the races. */
  readonly #pcs: ReadonlySet<number>;
  readonly #visits = new VisitCounts();
  readonly #words = new WordsAround();
  /** For each load and warp: its visits in order. */
  readonly #loads = new Map<number, Map<number, RacingLoad[]>>();
  readonly #cells = new Map<number, CellHistory>();
  /** Races whose load always came before the write, with the instructions of these loads; null for other races. */
  readonly #firstLoads = new Map<string, Set<number> | null>();
  /** Instructions of the loads of each race. */
  readonly #loadsOf = new Map<string, Set<number>>();
  readonly #repeated: RepeatedLoads;
  readonly #keys = new Map<number, string>();
  readonly #program: Program;
  readonly #files: Module['files'];
  #kept = 0;
  #pairs = 0;
  #count = 0;

  constructor(races: readonly Race[], program: Program, files: Module['files']) {
    this.#pcs = operationsOf(races, program, files);
    this.#program = program;
    this.#repeated = new RepeatedLoads(program);
    this.#files = files;
  }

  /** Whether the race was found among the accesses that were kept. */
  has(race: string): boolean {
    return this.#firstLoads.has(race);
  }

  get hasAny(): boolean {
    return this.#firstLoads.size > 0;
  }

  /** Whether accesses may have been left out. */
  get isFull(): boolean {
    return this.#kept >= MOST_ACCESSES || this.#pairs >= MOST_PAIRS;
  }

  /** Instructions of the loads of a race that all came before the write; none where one came after it. */
  loadsBefore(race: string): ReadonlySet<number> {
    return this.#firstLoads.get(race) ?? new Set();
  }

  /** Whether a lane loads the same word again, as one does that waits for it. */
  isWaitedFor(race: string): boolean {
    return [...(this.#loadsOf.get(race) ?? [])].some(pc => this.#repeated.has(pc));
  }

  /** The program, with the visits of its loads counted. */
  counting(program: Program): Program {
    return this.#changed(program, run => run);
  }

  /**
   * The program in which the loads of one race, or of all, bring a word made from that one and their lane; from null, what the
   * write changed.
   */
  bringing(program: Program, word: number | null, race: string | null): Program {
    return this.#changed(program, run => (warp, operation, mask) => {
      run(warp, operation, mask);
      const load = this.#loads.get(operation.pc)?.get(numberOf(warp))?.[this.#visits.of(operation.pc, warp)];
      for (const [key, elements] of load?.elements ?? [])
        if (race === null || key === race) bring(warp, operation, load!, elements, mask, word);
      return 0;
    });
  }

  #changed(program: Program, around: (run: Run) => Run): Program {
    return this.#visits.counting(program, ({ pc, source }) => source.opcode === 'ld' && this.#pcs.has(pc), around);
  }

  /** Lanes are about to access the bytes at `warp.at`. */
  accessed(warp: Warp, operation: Operation, form: AccessForm, mask: number, about: Accessing): void {
    if (!this.#pcs.has(operation.pc) || this.isFull) return;
    const isLoad = isPlainLoad(operation.source);
    if (form.effect === 'read' && !isLoad) return;
    const load = isLoad ? { form, elements: new Map<string, Uint8Array>(), others: new Map<number, number>() } : null;
    if (load !== null) this.#keep(operation.pc, warp, load);
    if (load !== null) this.#repeated.loaded(warp, operation.pc, mask);
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const start = warp.at[lane];
      for (let byte = start; byte < start + form.widthBytes; byte += 1 << about.shift) {
        const element = Math.floor((byte - start) / form.elementBytes);
        const [before, after] =
          load === null ? this.#words.of(warp.cta.grid.global.memory.i32, warp, form, lane, byte) : [0, null];
        const here = { segment: about.segment, place: about.place | lane, at: this.#count++ };
        const access = { ...here, lane, byte, element, load, before, after };
        this.#look(byte >> about.shift, access, about);
      }
    }
  }

  #look(cell: number, access: CellAccess, { isBefore, isCovered }: Accessing): void {
    const known = this.#cells.get(cell) ?? { loads: [], writes: [] };
    this.#cells.set(cell, known);
    const isLater = (other: CellAccess): boolean => !isBefore(other.segment, other.place, access.place);
    const isNeeded = (other: CellAccess): boolean => !isCovered(other.segment, other.place, access.place);
    this.#pairs += known.writes.length;
    this.#kept++;
    if (access.load !== null) {
      for (const write of known.writes) if (isLater(write)) this.#race(access, write, write.before);
      known.loads.push(access);
      return;
    }
    this.#pairs += known.loads.length;
    this.#kept -= known.loads.length + known.writes.length;
    for (const load of known.loads) if (isLater(load)) this.#race(load, access, access.after);
    known.loads = known.loads.filter(isNeeded);
    known.writes = known.writes.filter(isNeeded);
    this.#kept += known.loads.length + known.writes.length;
    known.writes.push(access);
  }

  /** `other`: what the load would have brought, where that is known. */
  #race({ load, lane, element, byte, place, at }: CellAccess, write: CellAccess, other: number | null): void {
    const key = this.#keyOf(pcOf(place), pcOf(write.place));
    const elements = load!.elements.get(key) ?? new Uint8Array(32);
    load!.elements.set(key, elements);
    elements[lane] |= 1 << element;
    if (other !== null) load!.others.set(otherAt(lane, byte), other);
    this.#loadsOf.set(key, (this.#loadsOf.get(key) ?? new Set()).add(pcOf(place)));
    const loads = this.#firstLoads.get(key);
    if (at > write.at) this.#firstLoads.set(key, null);
    else if (loads !== null) this.#firstLoads.set(key, (loads ?? new Set()).add(pcOf(place)));
  }

  #keyOf(load: number, write: number): string {
    const { operations } = this.#program;
    const pair = load * operations.length + write;
    const known = this.#keys.get(pair);
    if (known !== undefined) return known;
    const [a, b] = [load, write].map(pc => placeOf(this.#files, operations[pc]));
    this.#keys.set(pair, raceBetween('device', a, b));
    return raceBetween('device', a, b);
  }

  #keep(pc: number, warp: Warp, load: RacingLoad): void {
    const warps = this.#loads.get(pc) ?? new Map<number, RacingLoad[]>();
    const loads = warps.get(numberOf(warp)) ?? [];
    this.#loads.set(pc, warps.set(numberOf(warp), loads));
    loads[this.#visits.of(pc, warp)] = load;
  }
}

/** Puts another word where the load has left its own. */
function bring(
  warp: Warp,
  { source }: Operation,
  load: RacingLoad,
  elements: Uint8Array,
  mask: number,
  word: number | null,
): void {
  const { values, elementBytes } = load.form;
  const isSigned = source.modifiers.some(modifier => modifier === 's8' || modifier === 's16');
  for (let m = mask; m !== 0; m &= m - 1) {
    const lane = 31 - Math.clz32(m & -m);
    for (let element = 0; element < values.length; element++) {
      if (((elements[lane] >> element) & 1) === 0) continue;
      for (let plane = 0; plane < Math.max(1, elementBytes / 4); plane++) {
        const byte = warp.at[lane] + element * elementBytes + 4 * plane;
        const other = word === null ? load.others.get(otherAt(lane, byte)) : wordOfPlace(word, lane);
        if (other === undefined) continue;
        warp.r[values[element] + 32 * plane + lane] = loadedFrom(other, byte, elementBytes, isSigned);
      }
    }
  }
}

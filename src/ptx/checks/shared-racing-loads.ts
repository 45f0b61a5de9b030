/**
 * Loads of shared memory that race with stores, execution by execution, found in a checked run. In further runs other words take the
 * place of what these brought, to see whether anything depends on it: loops that load ahead of their last round do not use it.
 */
import { WORD_BYTES } from '../../base/hardware.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { Cta } from '../machine/cta.ts';
import { raceBetween } from '../machine/fault-sites.ts';
import { placeOf } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';
import type { Operation } from '../machine/operation.ts';
import type { Program } from '../machine/program.ts';
import { wordOfPlace } from '../machine/undefined-words.ts';
import type { Warp } from '../machine/warp.ts';
import { loadedFrom, WordsAround } from './other-words.ts';
import { RepeatedLoads } from './repeated-loads.ts';
import { isSharedLoad, isSharedStore } from './shared-loads.ts';
import { numberOf, type Race, VisitCounts } from './visit-counts.ts';

/** More executions than these are not kept. */
const MOST_LOADS = 2 ** 16;

/** A load that races: by a warp of the grid, at its clock, at a byte of the CTA's shared memory. */
export interface RacingAccess {
  readonly pc: number;
  readonly warp: number;
  readonly clock: number;
  readonly byteOffset: number;
  /** Whether it comes before the store. */
  readonly isFirst: boolean;
}

/** The store that it races with; lane -1 where several lanes store. */
export interface RacingStore {
  readonly pc: number;
  readonly warp: number;
  readonly lane: number;
}

/** One execution of a load: what its lanes read. */
interface Visit {
  readonly clock: number;
  readonly at: Int32Array;
  readonly mask: number;
  /** The races that it takes part in, by the store's instruction. */
  readonly races: Map<number, VisitRace>;
}

interface VisitRace {
  readonly race: string;
  /** By place in shared memory: the word on the other side of the store, where that is known. */
  readonly others: Map<number, OtherWord>;
  /** Lanes that read what another thread stores, and lanes that read what they store themselves. */
  readers: number;
  writers: number;
}

interface OtherWord {
  readonly word: number;
  /** The lane of the warp that stores, to which the word is none of another thread; -1 for another warp's. */
  readonly lane: number;
}

/** What the last store to a word by an instruction found there, and what it leaves; null where that is not known. */
interface Change {
  readonly before: number;
  readonly after: number | null;
  /** Who stores: number of the warp in the grid. */
  readonly warp: number;
  readonly lane: number;
}

/** Executions of a load by a warp. */
interface Executions {
  /** In their order; none where the warp came, but did not load. */
  readonly visits: (Visit | undefined)[];
  /** By store and byte: how many of them are known to race at the clock, or not to. A loop would look at all of them again and again. */
  readonly looked: Map<number, { clock: number; count: number }>;
}

const keyOf = (pc: number, other: number): number => pc * 2 ** 26 + other;

export class SharedRacingLoads {
  readonly #visits = new VisitCounts();
  readonly #grid: Grid;
  readonly #forms = new Map<number, AccessForm>();
  readonly #pcs: ReadonlySet<number>;
  readonly #stores: ReadonlySet<number>;
  /** By load and warp. */
  readonly #loads = new Map<number, Executions>();
  /** By CTA, store and word. */
  readonly #changes = new Map<Cta, { readonly changes: Map<number, Change>; readonly words: WordsAround }>();
  #kept = 0;
  /** With the instructions of their loads. */
  readonly #races = new Map<string, Set<number>>();
  readonly #repeated: RepeatedLoads;
  /** Of these, whose store is by a thread that has not carried out the load. */
  readonly #othersLoads = new Set<string>();

  constructor(races: readonly Race[], grid: Grid) {
    this.#grid = grid;
    this.#repeated = new RepeatedLoads(grid.program);
    const lines = new Set(races.flatMap(({ place, other }) => [place.ptxLine, other.place.ptxLine]));
    const asked = grid.program.operations.filter(({ source }) => lines.has(source.ptxLine));
    this.#pcs = new Set(asked.filter(({ source }) => isSharedLoad(source)).map(({ pc }) => pc));
    this.#stores = new Set(asked.filter(({ source }) => isSharedStore(source)).map(({ pc }) => pc));
  }

  /**
   * Whether each thread that stores has carried out the load itself: of `if (thread == 0 && mode == 0) mode = 1` nvcc makes a load by all
   * threads, whose word counts in one.
   */
  isLoadedByWriters(race: string): boolean {
    return !this.#othersLoads.has(race);
  }

  /** Whether the race was found among the executions that were kept. */
  has(race: string): boolean {
    return this.#races.has(race);
  }

  /** Whether a lane loads the same word again, as one does that waits for it. */
  isWaitedFor(race: string): boolean {
    return [...(this.#races.get(race) ?? [])].some(pc => this.#repeated.has(pc));
  }

  get hasAny(): boolean {
    return this.#races.size > 0;
  }

  /** Whether executions may have been left out. */
  get isFull(): boolean {
    return this.#kept >= MOST_LOADS;
  }

  /** Lanes are about to load from the places at `warp.at`. */
  loaded(warp: Warp, { pc }: Operation, form: AccessForm, mask: number, clock: number): void {
    if (!this.#pcs.has(pc) || this.isFull) return;
    this.#forms.set(pc, form);
    this.#repeated.loaded(warp, pc, mask);
    const key = keyOf(pc, numberOf(warp));
    const executions = this.#loads.get(key) ?? { visits: [], looked: new Map() };
    this.#loads.set(key, executions);
    executions.visits[this.#visits.of(pc, warp)] = { clock, at: warp.at.slice(), mask, races: new Map() };
    this.#kept++;
  }

  /** Lanes are about to store at the places at `warp.at` of the CTA. */
  storing(warp: Warp, { pc }: Operation, form: AccessForm, mask: number, cta: Cta): void {
    if (!this.#stores.has(pc)) return;
    const { changes, words } = this.#changes.get(cta) ?? {
      changes: new Map<number, Change>(),
      words: new WordsAround(),
    };
    this.#changes.set(cta, { changes, words });
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const start = warp.at[lane];
      for (let byte = start; byte < start + form.widthBytes; byte += Math.min(WORD_BYTES, form.elementBytes)) {
        const [before, after] = words.of(cta.shared.i32, warp, form, lane, byte);
        changes.set(keyOf(pc, byte >> 2), { before, after, warp: numberOf(warp), lane });
      }
    }
  }

  /** The load races with the store to the memory of the CTA. */
  raced({ pc, warp, clock, byteOffset, isFirst }: RacingAccess, store: RacingStore, cta: Cta): void {
    const race = this.#nameOf(pc, store.pc);
    if (!this.#hasLoaded(pc, store, byteOffset)) this.#othersLoads.add(race);
    const executions = this.#loads.get(keyOf(pc, warp));
    if (executions === undefined) return;
    const { visits, looked } = executions;
    const key = keyOf(store.pc, byteOffset);
    const known = looked.get(key);
    const start = known?.clock === clock ? known.count : 0;
    looked.set(key, { clock, count: visits.length });
    const change = this.#changes.get(cta)?.changes.get(keyOf(store.pc, byteOffset >> 2));
    const other = isFirst ? change?.after : change?.before;
    // Clocks only grow.
    for (let i = visits.length - 1; i >= start && (visits[i]?.clock ?? clock) >= clock; i--) {
      const visit = visits[i];
      if (visit?.clock !== clock) continue;
      const readers = this.#readersOf(pc, visit, byteOffset);
      if (readers === 0) continue;
      const raced = visit.races.get(store.pc) ?? { race, others: new Map(), readers: 0, writers: 0 };
      this.#races.set(race, (this.#races.get(race) ?? new Set()).add(pc));
      visit.races.set(store.pc, raced);
      const writer = store.warp === warp ? readers & this.#laneOf(pc, store) : 0;
      raced.readers |= readers & ~writer;
      raced.writers |= writer;
      if (typeof other === 'number')
        raced.others.set(byteOffset >> 2, { word: other, lane: change?.warp === warp ? change.lane : -1 });
    }
  }

  #hasLoaded(pc: number, store: RacingStore, byteOffset: number): boolean {
    const visit = this.#loads.get(keyOf(pc, store.warp))?.visits.at(-1);
    return visit !== undefined && (this.#readersOf(pc, visit, byteOffset) & this.#laneOf(pc, store)) !== 0;
  }

  /** The lane that stores, as a mask; none where it is one of several, or where what a lane loads is not what its address says. */
  #laneOf(pc: number, { lane }: RacingStore): number {
    return lane < 0 || this.#forms.get(pc)?.kind === 'ldmatrix' ? 0 : 1 << lane;
  }

  /** Lanes whose load has the byte. */
  #readersOf(pc: number, { at, mask }: Visit, byteOffset: number): number {
    const { widthBytes = 0 } = this.#forms.get(pc) ?? {};
    let readers = 0;
    for (let lane = 0; lane < 32; lane++)
      if (byteOffset >= at[lane] && byteOffset < at[lane] + widthBytes) readers |= 1 << lane;
    return readers & mask;
  }

  #nameOf(pc: number, storePc: number): string {
    const { files, program } = this.#grid;
    const [load, store] = [pc, storePc].map(at => placeOf(files, program.operations[at]));
    return raceBetween('shared', load, store);
  }

  /** The program, with the visits of its loads counted. */
  counting(program: Program): Program {
    return this.#visits.counting(program, ({ pc }) => this.#pcs.has(pc));
  }

  /** The program in which the loads of one race, or of all, bring other words; from null, those on the other side of the store. */
  bringing(program: Program, word: number | null, race: string | null): Program {
    return this.#visits.counting(
      program,
      ({ pc }) => this.#pcs.has(pc),
      run => (warp, operation, mask) => {
        const result = run(warp, operation, mask);
        const races = this.#racesOf(warp, operation, race);
        if (races.length > 0)
          bring(warp, operation, this.#forms.get(operation.pc)!, mask & ~sparedBy(races), word, races);
        return result;
      },
    );
  }

  #racesOf(warp: Warp, { pc }: Operation, race: string | null): VisitRace[] {
    const visit = this.#loads.get(keyOf(pc, numberOf(warp)))?.visits[this.#visits.of(pc, warp)];
    const races = [...(visit?.races.values() ?? [])];
    return race === null ? races : races.filter(each => each.race === race);
  }
}

/** Puts other words where the lanes' loads have left theirs; small elements keep their width. */
function bring(
  { r, at }: Warp,
  { source }: Operation,
  { kind, values, elementBytes }: AccessForm,
  mask: number,
  word: number | null,
  races: readonly VisitRace[],
): void {
  const isMatrix = kind === 'ldmatrix';
  // The registers of a matrix are not those of the lanes that have its addresses.
  if (isMatrix && word === null) return;
  const isSigned = source.modifiers.some(modifier => modifier === 's8' || modifier === 's16');
  const planes = isMatrix ? 1 : Math.max(1, elementBytes / WORD_BYTES);
  for (const [element, value] of values.entries())
    for (let plane = 0; plane < planes; plane++)
      for (let m = mask; m !== 0; m &= m - 1) {
        const lane = 31 - Math.clz32(m & -m);
        const byte = at[lane] + element * elementBytes + plane * WORD_BYTES;
        const other = word === null ? otherAt(races, byte, lane) : wordOfPlace(word, lane);
        if (other === undefined) continue;
        r[value + 32 * plane + lane] = isMatrix ? other : loadedFrom(other, byte, elementBytes, isSigned);
      }
}

/** Lanes that only read what they store themselves. */
const sparedBy = (races: readonly VisitRace[]): number =>
  races.reduce((lanes, { writers }) => lanes | writers, 0) & ~races.reduce((lanes, { readers }) => lanes | readers, 0);

const otherAt = (races: readonly VisitRace[], byte: number, lane: number): number | undefined =>
  races.map(({ others }) => others.get(byte >> 2)).find(other => other !== undefined && other.lane !== lane)?.word;

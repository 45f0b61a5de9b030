/**
 * Loads of shared memory that race with stores, execution by execution, found in a checked run. In further runs other words take the
 * place of what these brought, to see whether anything depends on it: loops that load ahead of their last round do not use it.
 */
import { WORD_BYTES } from '../../base/hardware.ts';
import type { AccessForm } from '../machine/access-form.ts';
import { raceBetween } from '../machine/fault-sites.ts';
import { placeOf } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';
import type { Operation } from '../machine/operation.ts';
import type { Program } from '../machine/program.ts';
import type { Warp } from '../machine/warp.ts';
import { isSharedLoad } from './shared-loads.ts';
import { numberOf, type Race, VisitCounts } from './visit-counts.ts';

/** More executions than these are not kept. */
const MOST_LOADS = 2 ** 16;

/** A load that races: by a warp of the grid, at its clock, at a byte of the CTA's shared memory. */
export interface RacingAccess {
  readonly pc: number;
  readonly warp: number;
  readonly clock: number;
  readonly byteOffset: number;
}

/** One execution of a load: what its lanes read. */
interface Visit {
  readonly clock: number;
  readonly at: Int32Array;
  readonly mask: number;
  /** The races that it takes part in, by the store's instruction. */
  readonly races: Map<number, string>;
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
  /** By load and warp. */
  readonly #loads = new Map<number, Executions>();
  #kept = 0;
  readonly #races = new Set<string>();

  constructor(races: readonly Race[], grid: Grid) {
    this.#grid = grid;
    const lines = new Set(races.flatMap(({ place, other }) => [place.ptxLine, other.place.ptxLine]));
    const isAsked = ({ source }: Operation) => isSharedLoad(source) && lines.has(source.ptxLine);
    this.#pcs = new Set(grid.program.operations.filter(isAsked).map(({ pc }) => pc));
  }

  /** Whether the race was found among the executions that were kept. */
  has(race: string): boolean {
    return this.#races.has(race);
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
    const key = keyOf(pc, numberOf(warp));
    const executions = this.#loads.get(key) ?? { visits: [], looked: new Map() };
    this.#loads.set(key, executions);
    executions.visits[this.#visits.of(pc, warp)] = { clock, at: warp.at.slice(), mask, races: new Map() };
    this.#kept++;
  }

  /** The load races with the store. */
  raced({ pc, warp, clock, byteOffset }: RacingAccess, storePc: number): void {
    const executions = this.#loads.get(keyOf(pc, warp));
    if (executions === undefined) return;
    const { visits, looked } = executions;
    const key = keyOf(storePc, byteOffset);
    const known = looked.get(key);
    const start = known?.clock === clock ? known.count : 0;
    looked.set(key, { clock, count: visits.length });
    const { widthBytes = 0 } = this.#forms.get(pc) ?? {};
    const touches = ({ at, mask }: Visit): boolean =>
      at.some((start, lane) => ((mask >>> lane) & 1) === 1 && byteOffset >= start && byteOffset < start + widthBytes);
    // Clocks only grow.
    for (let i = visits.length - 1; i >= start && (visits[i]?.clock ?? clock) >= clock; i--) {
      const visit = visits[i];
      if (visit?.clock !== clock || visit.races.has(storePc) || !touches(visit)) continue;
      const race = this.#nameOf(pc, storePc);
      this.#races.add(race);
      visit.races.set(storePc, race);
    }
  }

  #nameOf(pc: number, storePc: number): string {
    const { files, program } = this.#grid;
    const [load, store] = [pc, storePc].map(at => placeOf(files, program.operations[at]));
    return raceBetween(load, store);
  }

  /** The program, with the visits of its loads counted. */
  counting(program: Program): Program {
    return this.#visits.counting(program, ({ pc }) => this.#pcs.has(pc));
  }

  /** The program in which the loads of one race, or of all, bring other words. */
  bringing(program: Program, word: number, race: string | null): Program {
    return this.#visits.counting(
      program,
      ({ pc }) => this.#pcs.has(pc),
      run => (warp, operation, mask) => {
        const result = run(warp, operation, mask);
        if (this.#isRacing(warp, operation, race)) bring(warp, this.#forms.get(operation.pc)!, mask, word);
        return result;
      },
    );
  }

  #isRacing(warp: Warp, { pc }: Operation, race: string | null): boolean {
    const visit = this.#loads.get(keyOf(pc, numberOf(warp)))?.visits[this.#visits.of(pc, warp)];
    if (visit === undefined || visit.races.size === 0) return false;
    return race === null || [...visit.races.values()].includes(race);
  }
}

/** An odd number with bits everywhere: the words differ from lane to lane, so that computed places do not all move alike. */
const MIX = 0x2c9277b5;

/** Puts other words where the lanes' loads have left theirs; small elements keep their width. */
function bring({ r }: Warp, { kind, values, elementBytes }: AccessForm, mask: number, word: number): void {
  const planes = kind === 'ldmatrix' ? 1 : Math.max(1, elementBytes / WORD_BYTES);
  const bits = kind === 'ldmatrix' || elementBytes >= WORD_BYTES ? -1 : 2 ** (8 * elementBytes) - 1;
  for (const value of values)
    for (let plane = 0; plane < planes; plane++)
      for (let m = mask; m !== 0; m &= m - 1) {
        const lane = 31 - Math.clz32(m & -m);
        r[value + 32 * plane + lane] = (word ^ Math.imul(lane, MIX)) & bits;
      }
}

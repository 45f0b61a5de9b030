/**
 * Words of shared memory that lanes of a warp hand on by volatile or other strong accesses, and that only their running in step
 * orders: `volatile int* s; s[i] += s[i + 16]; s[i] += s[i + 8];`. Such accesses do not race, but a lane may load before the other one
 * has stored, or store before the other one has loaded, as in `s[i] += s[i + 16]; __syncwarp();`. A flag that lanes wait for in a loop
 * is none of these.
 */
import type { Hazard } from '../../trace/fault.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { Cta } from '../machine/cta.ts';
import { RACE_OF } from '../machine/known-findings.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import { loopsOf } from '../outline/loops.ts';
import type { Instruction } from '../parse/ast.ts';
import { laneOf, SEVERAL } from './epoch.ts';
import { inStepHazard, storeInStepHazard } from './race-fault.ts';
import { isSharedStore } from './shared-loads.ts';
import type { WarpClocks } from './warp-clocks.ts';

/** Words of a mark: epoch of the last strong store (0: none, or an atomic), its warp, its pc, and the lanes that stored with it. */
const [EPOCH, WARP, PC, LANES] = [0, 1, 2, 3];
const MARK_WORDS = 4;
/** Strong loads that are kept of each cell, in marks of the same words: the last ones of two lanes. */
const LOADS = 2;

export class WordsInStep {
  readonly #cta: Cta;
  readonly #clocks: WarpClocks;
  readonly #shift: number;
  readonly #marks: Int32Array;
  readonly #loads: Int32Array;
  /** By pc of a load. */
  readonly #isPolled = new Map<number, boolean>();
  /** Pcs of loads that may come too early: where they do, the store behind them is no finding of its own. */
  readonly #early = new Set<number>();

  /** `shift`: a cell is so many bits of a byte's offset. */
  constructor(cta: Cta, clocks: WarpClocks, shift: number) {
    this.#cta = cta;
    this.#clocks = clocks;
    this.#shift = shift;
    const cells = Math.ceil(cta.shared.sizeBytes / (1 << shift));
    this.#marks = new Int32Array(MARK_WORDS * cells);
    this.#loads = new Int32Array(LOADS * MARK_WORDS * cells);
  }

  /** A strong access of shared memory by lanes of a warp. */
  accessed(warp: Warp, { pc }: Operation, form: AccessForm, mask: number): void {
    const { numberInCluster: w, at } = warp;
    const epoch = this.#clocks.epochOf(w);
    const cells = form.widthBytes >> this.#shift;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const first = at[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) {
        if (form.effect === 'read') {
          this.#load(w, lane, pc, cell);
          this.#keep(LOADS * MARK_WORDS * cell, epoch | lane, w, pc, mask);
        } else {
          if (form.effect === 'write') this.#overLoads(w, lane, pc, cell);
          this.#store(MARK_WORDS * cell, form.effect === 'write' ? epoch | lane : 0, w, pc, mask);
        }
      }
    }
  }

  #keep(first: number, epoch: number, w: number, pc: number, mask: number): void {
    const loads = this.#loads;
    const isOwn = laneOf(loads[first + EPOCH]) === laneOf(epoch) && loads[first + WARP] === w;
    if (!isOwn) loads.copyWithin(first + MARK_WORDS, first, first + MARK_WORDS);
    loads[first + EPOCH] = epoch;
    loads[first + WARP] = w;
    loads[first + PC] = pc;
    loads[first + LANES] = mask;
  }

  /** A lane stores to a word that another one has loaded in a load that both executed. */
  #overLoads(w: number, lane: number, pc: number, cell: number): void {
    const loads = this.#loads;
    const first = LOADS * MARK_WORDS * cell;
    for (let mark = first; mark < first + LOADS * MARK_WORDS; mark += MARK_WORDS) {
      const loadPc = loads[mark + PC];
      if (!this.#isOpen(loads, mark, w, lane) || this.#early.has(loadPc) || this.#isWaitedFor(loadPc)) continue;
      const earlier = { warp: w, lane: laneOf(loads[mark + EPOCH]), pc: loadPc };
      const later = { warp: w, lane, pc };
      const { grid } = this.#cta;
      const address = grid.sharedBaseBytes + (cell << this.#shift);
      const make = (): Hazard => storeInStepHazard(this.#cta, later, earlier, address);
      grid.log.reportHazardAt(RACE_OF.lanes, pc, loadPc, make);
    }
    loads.fill(0, first, first + LOADS * MARK_WORDS);
  }

  /** Whether the access of a mark was one of another lane of the warp, executed by this one, too, and nothing has ordered the two since. */
  #isOpen(marks: Int32Array, mark: number, w: number, lane: number): boolean {
    const epoch = marks[mark + EPOCH];
    const other = laneOf(epoch);
    if (epoch < this.#clocks.firstEpoch || marks[mark + WARP] !== w || other === lane || other === SEVERAL)
      return false;
    const isTogether = ((marks[mark + LANES] >>> lane) & 1) === 1;
    return isTogether && !this.#clocks.isBefore(epoch, w, w, lane) && !this.#clocks.hasExchanged(epoch, w);
  }

  /** Of lanes that store to one cell at once none is the one that the others wait for. */
  #store(mark: number, epoch: number, w: number, pc: number, mask: number): void {
    const marks = this.#marks;
    const isTwice = marks[mark + PC] === pc && marks[mark + WARP] === w && marks[mark + LANES] === mask;
    const isNow = isTwice && marks[mark + EPOCH] >>> 0 >= this.#clocks.epochOf(w);
    marks[mark + EPOCH] =
      isNow && laneOf(marks[mark + EPOCH]) !== laneOf(epoch) ? this.#clocks.epochOf(w) | SEVERAL : epoch;
    marks[mark + WARP] = w;
    marks[mark + PC] = pc;
    marks[mark + LANES] = mask;
  }

  /** Only a lane that stored with the other one hands words on in step: of one that did not, the word may be a flag. */
  #load(w: number, lane: number, pc: number, cell: number): void {
    const marks = this.#marks;
    const mark = MARK_WORDS * cell;
    if (!this.#isOpen(marks, mark, w, lane) || this.#isWaitedFor(pc)) return;
    this.#early.add(pc);
    const { grid } = this.#cta;
    const address = grid.sharedBaseBytes + (cell << this.#shift);
    const writer = laneOf(marks[mark + EPOCH]);
    const storePc = marks[mark + PC];
    const make = (): Hazard =>
      inStepHazard(this.#cta, { warp: w, lane, pc }, { warp: w, lane: writer, pc: storePc }, address);
    grid.log.reportHazardAt(RACE_OF.lanes, pc, storePc, make);
  }

  /** Whether the load stands in a loop that stores nothing to shared memory: it comes again until the word is there. */
  #isWaitedFor(pc: number): boolean {
    const known = this.#isPolled.get(pc);
    if (known !== undefined) return known;
    const place = this.#cta.grid.program.functions.findLast(({ firstPc }) => firstPc <= pc)!;
    const at = pc - place.firstPc;
    const loop = loopsOf(place.fn).find(([from, to]) => from <= at && at <= to);
    const isPolled =
      loop !== undefined &&
      !place.fn.instructions.slice(loop[0], loop[1]).some((one: Instruction) => isSharedStore(one));
    this.#isPolled.set(pc, isPolled);
    return isPolled;
  }
}

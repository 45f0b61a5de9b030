/**
 * Loads of a CTA's shared memory of which there is nothing to say, and which no cell has as its readers yet. Most need none: at a barrier,
 * all warps learn of them, and they are forgotten. Only before a thread that may not know of them writes, they are noted cell by cell.
 */
import { LANES } from '../../base/hardware.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { Cta } from '../machine/cta.ts';
import type { Warp } from '../machine/warp.ts';
import { ALONE, MARK_WORDS } from './cell-marks.ts';
import { type CellReads, placeOf } from './cell-reads.ts';
import type { CellWrites } from './cell-writes.ts';
import { clockOf } from './epoch.ts';
import type { SharedGroups } from './shared-groups.ts';
import type { WarpClocks } from './warp-clocks.ts';

/** Loads of a warp that stand here; more are noted by cell. */
const MOST_LOADS = 256;
/** A load that was noted by cell as often as that is so at once, from then on. */
const MOST_NOTES = 4;
/** Words of a load: epoch of lane 0, pc, mask of its lanes, number of the last store before it, cells of each lane; then the first cell of each. */
const [EPOCH, PC, MASK, SERIAL, COUNT, CELLS] = [0, 1, 2, 3, 4, 5];
const LOAD_WORDS = CELLS + LANES;

export class ReadLog {
  readonly #cta: Cta;
  readonly #clocks: WarpClocks;
  readonly #groups: SharedGroups;
  readonly #writes: CellWrites;
  readonly #reads: CellReads;
  readonly #shift: number;
  /** Loads of each warp; null before its first. */
  readonly #loads: (Int32Array | null)[];
  readonly #counts: Int32Array;
  /** Clock of the latest load of each warp. */
  readonly #latest: Int32Array;
  /** A bit for each warp that has loads here. */
  #loaded = 0;
  /** For each instruction: how often one of its loads was noted by cell. */
  readonly #notes: Uint8Array;
  /** For each warp of the cluster: the version of its knowledge when it was last asked whether all know of the loads. */
  readonly #asked: Float64Array;

  constructor(cta: Cta, clocks: WarpClocks, groups: SharedGroups, writes: CellWrites, reads: CellReads, shift: number) {
    const { warpsPerCta, clusterCtas } = cta.grid;
    this.#cta = cta;
    this.#clocks = clocks;
    this.#groups = groups;
    this.#writes = writes;
    this.#reads = reads;
    this.#shift = shift;
    this.#notes = new Uint8Array(cta.grid.program.operations.length);
    this.#loads = Array.from({ length: warpsPerCta }, () => null);
    this.#counts = new Int32Array(warpsPerCta);
    this.#latest = new Int32Array(warpsPerCta);
    this.#asked = new Float64Array(clusterCtas * warpsPerCta);
  }

  /** A new CTA. */
  start(): void {
    this.#loaded = 0;
    this.#counts.fill(0);
    this.#asked.fill(0);
  }

  /** Whether loads of the warp stand here. */
  has(w: number): boolean {
    return (this.#loaded & this.#reads.bitOf(w)) !== 0;
  }

  /** Takes a load of lanes; false where something may have to be said. `serial`: number of the last store. */
  load(warp: Warp, pc: number, form: AccessForm, mask: number, serial: number): boolean {
    const w = warp.numberInCluster;
    const bit = this.#reads.bitOf(w);
    if (bit === 0 || this.#notes[pc] === MOST_NOTES) return false;
    const own = 31 - Math.clz32(bit);
    if (this.#counts[own] === MOST_LOADS) this.#note(own);
    this.#loads[own] ??= new Int32Array(LOAD_WORDS * MOST_LOADS);
    const loads = this.#loads[own];
    const at = LOAD_WORDS * this.#counts[own];
    if (!this.#take(warp, form.widthBytes >> this.#shift, mask, loads, at + CELLS)) return false;
    const now = this.#clocks.epochOf(w);
    loads[at + EPOCH] = now;
    loads[at + PC] = pc;
    loads[at + MASK] = mask;
    loads[at + SERIAL] = serial;
    loads[at + COUNT] = form.widthBytes >> this.#shift;
    this.#counts[own]++;
    this.#latest[own] = clockOf(now);
    this.#loaded |= bit;
    return true;
  }

  /** The first cells of the lanes; false where one's last writes may not be before the load. */
  #take({ at, numberInCluster: w }: Warp, count: number, mask: number, loads: Int32Array, to: number): boolean {
    const [groups, writes, shift] = [this.#groups, this.#writes, this.#shift];
    const { places } = groups;
    const { isPlain } = writes;
    const { marks } = writes.plain;
    const { firstEpoch } = this.#clocks;
    const { warps: known } = this.#clocks.knowledgeOf(w);
    const now = this.#clocks.epochOf(w);
    // The last group that was asked about, and the last cell of which all lanes know.
    let quiet = -1;
    let last = -1;
    for (let lane = 0; lane < LANES; lane++) {
      if ((mask & (1 << lane)) === 0) continue;
      const first = at[lane] >> shift;
      loads[to + lane] = first;
      if (first === last) continue;
      let areOver = true;
      for (let cell = first; cell < first + count; cell++) {
        const place = places[cell];
        const group = (place - 1) >> 5;
        if (place > 0) {
          if (group === quiet) continue;
          if (!groups.isBefore(group, w)) return false;
          quiet = group;
        } else if (place === ALONE) {
          const i = MARK_WORDS * cell;
          const written = marks[i];
          const by = marks[i + 1];
          const isOver = clockOf(written) < known[by] + (by === w ? 0 : 1);
          const isOrdered = isOver || (by === w && written === (now | lane));
          if (!isOrdered || written < firstEpoch || !(isPlain || writes.areOthersKnown(w, cell))) return false;
          areOver &&= isOver;
        } else return false;
      }
      last = areOver ? first : -1;
    }
    return true;
  }

  /** The warp is about to write: loads of which it may not know become readers of their cells. */
  beforeWrite(w: number): void {
    if (this.#loaded === 0) return;
    const known = this.#clocks.knowledgeOf(w);
    for (let m = this.#loaded; m !== 0; m &= m - 1) {
      const own = 31 - Math.clz32(m & -m);
      if (!this.#isKnown(own, w)) this.#note(own);
    }
    if (this.#loaded === 0 || this.#asked[w] === known.version) return;
    this.#asked[w] = known.version;
    for (let m = this.#loaded; m !== 0; m &= m - 1) if (this.#areAllAware(31 - Math.clz32(m & -m))) this.#clear(m & -m);
  }

  /** All loads become readers of their cells. */
  noteAll(): void {
    for (; this.#loaded !== 0; ) this.#note(31 - Math.clz32(this.#loaded));
  }

  /** The same of the loads of a warp. */
  noteOf(w: number): void {
    if (this.has(w)) this.#note(w - this.#reads.firstWarp);
  }

  /** Whether the warp of the cluster knows of the loads of a warp of the CTA. */
  #isKnown(own: number, w: number): boolean {
    const by = this.#reads.firstWarp + own;
    return this.#latest[own] < this.#clocks.knowledgeOf(w).warps[by] + (by === w ? 0 : 1);
  }

  #areAllAware(own: number): boolean {
    for (const { warps } of this.#cta.cluster)
      for (const { state, numberInCluster } of warps)
        if (state !== 'done' && !this.#isKnown(own, numberInCluster)) return false;
    return true;
  }

  #clear(bit: number): void {
    this.#loaded &= ~bit;
    this.#counts[31 - Math.clz32(bit)] = 0;
  }

  #note(own: number): void {
    const bit = 1 << own;
    const loads = this.#loads[own]!;
    const w = this.#reads.firstWarp + own;
    const { marks } = this.#writes.plain;
    const count = this.#counts[own];
    this.#clear(bit);
    for (let load = 0; load < count; load++) {
      const at = LOAD_WORDS * load;
      if (this.#notes[loads[at + PC]] < MOST_NOTES) this.#notes[loads[at + PC]]++;
      const place = placeOf(loads[at + PC], 'plain');
      for (let m = loads[at + MASK]; m !== 0; m &= m - 1) {
        const lane = 31 - Math.clz32(m & -m);
        const first = loads[at + CELLS + lane];
        for (let cell = first; cell < first + loads[at + COUNT]; cell++) {
          this.#groups.open(cell);
          const i = MARK_WORDS * cell;
          // Who has written there since knew of the load, as in `CellReads.forgetOthers`.
          if (marks[i + 1] !== w && Math.abs(marks[i + 3]) > loads[at + SERIAL]) continue;
          this.#reads.isPlain[cell] = 1;
          this.#reads.noteOwn(bit, loads[at + EPOCH] | lane, place, cell, m & -m);
        }
      }
    }
  }
}

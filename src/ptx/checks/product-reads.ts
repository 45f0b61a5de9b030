/**
 * Multiplicands in shared memory that tensor cores may still be reading. A product reads from its issue until one of its
 * warpgroup's warps has waited for its group: the four are carried out as one, so that what one of them knows to be over is over.
 * Until then no thread may write there, and afterwards only one that a barrier orders after such a wait.
 */
import { CHUNK_BYTES, WARPGROUP_WARPS } from '../../base/hardware.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import type { CellRecords } from './cell-records.ts';
import type { EngineFindings } from './engine-findings.ts';
import { areAlike } from './engine-marks.ts';
import { SEVERAL } from './epoch.ts';

/** No lane's past is before what a warpgroup does as a whole. */
const ALL_LANES = -1;

interface Wait {
  /** Products that were over then, counted from the CTA's start. */
  readonly products: number;
  readonly epoch: number;
}

/**
 * Reads of one warpgroup. Its products end in the order of their issue, so for each piece only the last product that
 * read it matters.
 */
class WarpgroupReads {
  readonly operations: Operation[] = [];
  /** For each piece: the number of its last product plus one; 0 if none reads it. */
  readonly last: Int32Array;
  /** Its warps: numbers in the cluster, and their waits in order. */
  readonly warps: readonly number[];
  readonly waits: readonly Wait[][];
  /** For each product: the clocks at which the warps issued it. */
  readonly came: number[][] = [];

  constructor(warps: readonly Warp[], chunks: number) {
    this.last = new Int32Array(chunks);
    this.warps = warps.map(warp => warp.numberInCluster);
    this.waits = warps.map(() => []);
  }
}

/** Looks for writes without a fence before what the engine reads (`EngineChecks`). */
interface FenceCheck {
  readonly findings: EngineFindings;
  checkFence(warps: readonly number[], operation: Operation, lane: number, cell: number): boolean;
}

export class ProductReads {
  readonly #records: CellRecords;
  readonly #engine: FenceCheck;
  /** Warpgroups of the CTA that have multiplied. */
  readonly #groups = new Map<number, WarpgroupReads>();

  constructor(records: CellRecords, engine: FenceCheck) {
    this.#records = records;
    this.#engine = engine;
  }

  /** A new CTA. */
  start(): void {
    this.#groups.clear();
  }

  /** Product `number` of the warpgroup, counted from 0, reads pieces at the first `count` offsets. */
  multiplied(warps: readonly Warp[], operation: Operation, number: number, at: Int32Array, count: number): void {
    const { cta, shift, clocks, writes, findings } = this.#records;
    const readers = warps.map(warp => warp.numberInCluster);
    const hasty = readers.filter(w => findings.wentOn(w));
    // The last cell of which nothing was said: most others have marks like it.
    let silent = -1;
    for (let i = 0; i < count; i++) {
      const end = (at[i] + CHUNK_BYTES) >> shift;
      for (let cell = at[i] >> shift; cell < end; cell++) {
        if (silent < 0 || !areAlike(writes, silent, cell))
          silent = this.#checkRead(readers, hasty, operation, cell) ? cell : -1;
      }
    }
    const chunks = Math.ceil(cta.grid.sharedBytes / CHUNK_BYTES);
    const group = this.#groups.get(groupOf(warps[0])) ?? new WarpgroupReads(warps, chunks);
    this.#groups.set(groupOf(warps[0]), group);
    group.operations[number] = operation;
    group.came[number] = group.warps.map(w => clocks.cameToProduct(w));
    for (let i = 0; i < count; i++) group.last[at[i] / CHUNK_BYTES] = number + 1;
  }

  /** The warp has waited for its first `products` products. */
  waited(warp: Warp, products: number): void {
    const group = this.#groups.get(groupOf(warp));
    if (!group) return;
    const { clocks } = this.#records;
    const w = warp.numberInCluster;
    group.waits[warp.index % WARPGROUP_WARPS].push({ products, epoch: clocks.epochOf(w) });
    // A product begins when all four have come to it, so that what each of them had read by then is over.
    const came = group.came[products - 1] ?? [];
    for (const [i, clock] of came.entries()) clocks.readsAreOver(w, group.warps[i], clock);
  }

  /**
   * Checks a read of a product. It is enough that one of the warps knows of the write, and of a fence behind it: the
   * warps multiply together. But where one of the `hasty`, who went on from a wait in vain, does not, none may.
   * True where there is nothing to say.
   */
  #checkRead(readers: readonly number[], hasty: readonly number[], operation: Operation, cell: number): boolean {
    const { writes, findings } = this.#records;
    let isAfter = writes.has(cell);
    const unaware = hasty.find(w => !this.#knows(w, cell));
    if (!isAfter) findings.noteEarly(readers[0], operation, 0, cell);
    else if (unaware !== undefined || !writes.isPlain || !readers.some(w => this.#knows(w, cell)))
      isAfter = writes.check(unaware ?? readers[0], operation, ALL_LANES, cell);
    return this.#engine.checkFence(readers, operation, ALL_LANES, cell) && isAfter;
  }

  /** Whether the last plain write of a cell is before what the warp does now. */
  #knows(warp: number, cell: number): boolean {
    const { plain } = this.#records.writes;
    return this.#records.clocks.isBefore(plain.epoch(cell), plain.by(cell), warp, ALL_LANES);
  }

  /** A warp, numbered through the cluster, is about to write at the offset. */
  checkWrite(warp: number, operation: Operation, lane: number, byteOffset: number): void {
    if (this.#groups.size === 0) return;
    const chunk = Math.floor(byteOffset / CHUNK_BYTES);
    for (const group of this.#groups.values()) {
      const product = group.last[chunk];
      if (product === 0) continue;
      if (!this.#isOver(group, product, warp)) this.#report(group, product, warp, operation, lane, byteOffset);
      group.last[chunk] = 0;
    }
  }

  /** Whether what the warp does now comes after a wait for the product. */
  #isOver({ warps, waits }: WarpgroupReads, product: number, warp: number): boolean {
    return warps.some((by, i) => {
      const wait = firstWaitFor(product, waits[i]);
      return wait !== undefined && (by === warp || this.#records.clocks.isBefore(wait.epoch, by, warp, SEVERAL));
    });
  }

  #report(group: WarpgroupReads, product: number, warp: number, operation: Operation, lane: number, at: number): void {
    const { pc } = group.operations[product - 1];
    const isOwn = group.warps.includes(warp);
    const by = isOwn ? -1 : group.waits.findIndex(waits => firstWaitFor(product, waits) !== undefined);
    const read = { warp: group.warps[Math.max(by, 0)], epoch: SEVERAL, pc };
    if (by < 0) this.#engine.findings.missingProductWait(warp, operation, lane, at, read);
    else this.#records.findings.raceAt(warp, operation, lane, at, read);
  }
}

/** Writes come soon after waits, so the search starts at the latest. */
function firstWaitFor(product: number, waits: readonly Wait[]): Wait | undefined {
  let i = waits.length;
  while (i > 0 && waits[i - 1].products >= product) i--;
  return waits[i];
}

const groupOf = ({ index }: Warp): number => Math.floor(index / WARPGROUP_WARPS);

/**
 * The mbarriers of a CTA: objects in its shared memory. Their state is kept here too, so that an object whose bytes
 * something else has overwritten is found out.
 */
import { LANES, MBARRIER_BYTES } from '../../base/hardware.ts';
import type { Fault } from '../../trace/fault.ts';
import type { SharedUse } from '../../trace/shared-use.ts';
import type { Cta } from './cta.ts';
import { hex, placeOf, whereWords } from './faults.ts';
import { Mbarrier, MOST_COUNT } from './mbarrier.ts';
import type { Operation } from './operation.ts';
import { nameOfShared } from './shared-names.ts';
import type { Warp } from './warp.ts';

/** A lane at an instruction, and the object that it names. */
export interface MbarrierUse {
  readonly warp: Warp;
  readonly operation: Operation;
  readonly lane: number;
  readonly byteOffset: number;
}

const MBARRIER_USE: Omit<SharedUse, 'byteOffset'> = {
  ...{ by: 'mbarrier', sizeBytes: MBARRIER_BYTES, tensorAddress: null },
  ...{ of: '', type: '', swizzle: 'none', rowBytes: 0 },
};

const UNUSED =
  "Nobody had used it. Triton 3.6's warp-specialised kernels do it with mbarriers that they never use, and an H200 gave right results.";

const ALIKE = 'They do it alike, in one instruction, and nobody had used it: whichever comes last, nothing is lost.';

const threadOf = ({ warp, lane }: MbarrierUse): number => warp.index * LANES + lane;

export class Mbarriers {
  readonly #cta: Cta;
  readonly #table = new Map<number, Mbarrier>();
  /** For each object: number of the thread that initialised it, and its instruction. */
  readonly #makers = new Map<number, { readonly thread: number; readonly pc: number }>();

  constructor(cta: Cta) {
    this.#cta = cta;
  }

  /** Resets to the state at the start of a CTA. */
  reset(): void {
    this.#table.clear();
  }

  init(use: MbarrierUse, count: number): void {
    const { byteOffset } = use;
    if (this.#isIntact(byteOffset)) this.#initialisedAgain(use, this.#table.get(byteOffset)!, count);
    if (count < 1 || count > MOST_COUNT) this.#fail(use, `cannot expect ${count} arrivals`);
    const barrier = new Mbarrier(byteOffset, Math.min(Math.max(count, 1), MOST_COUNT));
    this.#table.set(byteOffset, barrier);
    this.#makers.set(byteOffset, { thread: threadOf(use), pc: use.operation.pc });
    this.#cta.grid.counts?.sharedUses.add({ ...MBARRIER_USE, byteOffset });
    this.#cta.watch?.mbarrierInitialised?.(byteOffset, barrier.expected);
    this.#changed(barrier);
  }

  invalidate(use: MbarrierUse): void {
    if (this.find(use) !== null) this.#table.delete(use.byteOffset);
  }

  /** Phases that have completed; 0 where there is no object. */
  phaseOf(byteOffset: number): number {
    return this.#table.get(byteOffset)?.phase ?? 0;
  }

  /** `count` arrivals. `mayComplete`: false where the manual says that this one must not complete the phase. */
  arrive(use: MbarrierUse, count: number, mayComplete = true): void {
    const barrier = this.find(use);
    if (barrier === null) return;
    if (count < 1 || count > barrier.pending) {
      this.#fail(use, `cannot take ${count} arrivals: ${barrier.missing}`);
      return;
    }
    barrier.pending -= count;
    if (!mayComplete && barrier.pending === 0 && barrier.tx === 0) this.#fail(use, 'is completed by a .noComplete');
    this.#settle(barrier);
  }

  /** One more arrival in this phase, which a copy that is under way makes up for. */
  expectCopies(use: MbarrierUse): void {
    const barrier = this.find(use);
    if (barrier === null) return;
    if (barrier.pending === MOST_COUNT) this.#fail(use, 'expects too many arrivals');
    else barrier.pending++;
    this.#changed(barrier);
  }

  /** The object expects so many arrivals less from the next phase on. */
  drop(use: MbarrierUse, count: number): void {
    const barrier = this.find(use);
    if (barrier === null) return;
    if (count > barrier.expected) this.#fail(use, `cannot drop ${count} of ${barrier.expected} arrivals`);
    else barrier.expected -= count;
    this.#changed(barrier);
  }

  /** Adds bytes to what the phase waits for; a negative number has come. */
  addTransactions(use: MbarrierUse, bytes: number): void {
    const barrier = this.find(use);
    if (barrier === null) return;
    const tx = barrier.tx + bytes;
    if (Math.abs(tx) > MOST_COUNT) this.#fail(use, `cannot count ${tx} bytes: at most ${MOST_COUNT}`);
    else barrier.tx = tx;
    this.#settle(barrier);
  }

  /** "mbarrier 'full' (shared 0x8), in whose phase 0 1 of 2 arrivals are missing". */
  describe(byteOffset: number): string {
    const barrier = this.#table.get(byteOffset);
    const state = barrier ? `, in whose phase ${barrier.phase} ${barrier.missing}` : '';
    return `mbarrier ${this.nameOf(byteOffset)}${state}`;
  }

  #settle(barrier: Mbarrier): void {
    if (barrier.completes()) this.#cta.watch?.mbarrierCompleted(barrier.byteOffset);
    this.#changed(barrier);
  }

  #changed(barrier: Mbarrier): void {
    const { i32 } = this.#cta.shared;
    const word = barrier.byteOffset >> 2;
    i32[word] = barrier.lowWord;
    i32[word + 1] = barrier.highWord;
    this.#cta.grid.events++;
  }

  #isIntact(byteOffset: number): boolean {
    const barrier = this.#table.get(byteOffset);
    const { i32 } = this.#cta.shared;
    const word = byteOffset >> 2;
    return barrier !== undefined && i32[word] === barrier.lowWord && i32[word + 1] === barrier.highWord;
  }

  /** The object, whose state instructions may look at; null, after a fault, where there is none. */
  find(use: MbarrierUse): Mbarrier | null {
    const barrier = this.#table.get(use.byteOffset);
    if (barrier !== undefined && this.#isIntact(use.byteOffset)) return barrier;
    this.#fail(use, barrier === undefined ? 'was not initialised' : 'was overwritten since it was initialised');
    return null;
  }

  /** "'full' (shared 0x8)". */
  nameOf(byteOffset: number): string {
    const { program, sharedBaseBytes } = this.#cta.grid;
    const name = nameOfShared(program, byteOffset, 8);
    const address = `shared ${hex(byteOffset + sharedBaseBytes)}`;
    return name === null ? `at ${address}` : `${name} (${address})`;
  }

  /** The manual does not allow it; if nobody has used the object, its own thread or a lane beside it may lose nothing. */
  #initialisedAgain(use: MbarrierUse, barrier: Mbarrier, count: number): void {
    const { pc } = use.operation;
    const maker = this.#makers.get(use.byteOffset)!;
    const isOwn = maker.thread === threadOf(use);
    const isBeside = !isOwn && Math.floor(maker.thread / LANES) === use.warp.index && maker.pc === pc;
    const why = isBeside ? 'is initialised by several lanes' : 'is initialised again, without mbarrier.inval before';
    if (!barrier.isFresh || !(isOwn || (isBeside && barrier.expected === count))) this.#fail(use, why);
    else {
      const seen = isOwn ? UNUSED : ALIKE;
      use.warp.cta.grid.log.reportHazardAt('mbarrier', pc, pc, () => ({ ...this.#told(use, why), seen }));
    }
  }

  #fail(use: MbarrierUse, why: string): void {
    use.warp.cta.grid.log.report(this.#told(use, why));
  }

  #told({ operation, warp, lane, byteOffset }: MbarrierUse, why: string): Fault {
    const { grid, number } = warp.cta;
    const place = placeOf(grid.files, operation);
    const who = { cta: number, warp: warp.index, lane };
    const message = `${whereWords(place, who)}: '${place.instruction}': mbarrier ${this.nameOf(byteOffset)} ${why}.`;
    return { kind: 'mbarrier', message, place, who };
  }
}

/** Mbarriers of a CTA, made at the first instruction for one. */
export function mbarriersOf(cta: Cta): Mbarriers {
  cta.mbarriers ??= new Mbarriers(cta);
  return cta.mbarriers;
}

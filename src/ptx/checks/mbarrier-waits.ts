/**
 * Records the phases of a CTA's mbarriers for which its warps have waited: a wait with the wrong parity ends at once.
 */
import type { FaultPlace } from '../../trace/fault.ts';
import type { Cta } from '../machine/cta.ts';
import { placeOf } from '../machine/faults.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';

/** Last wait of one warp at one mbarrier. */
interface Pass {
  readonly byteOffset: number;
  readonly phase: number;
  readonly pc: number;
  /** Identifies the instruction's execution: its lanes pass one by one. */
  readonly stamp: number;
  /** The warp has passed for the same phase before. */
  readonly isAgain: boolean;
}

/** Pcs of a race's two instructions. */
interface Pair {
  readonly read: number;
  readonly write: number;
}

/** One that passed at once, and a sentence on it. */
export interface VainWait {
  readonly place: FaultPlace;
  readonly words: string;
}

export class MbarrierWaits {
  readonly #cta: Cta;
  /** Waits by warp, then by mbarrier. */
  readonly #last = new Map<number, Map<number, Pass>>();
  /** Mbarriers at which a warp has looked in vain, and has not passed since. */
  readonly #held = new Map<number, Set<number>>();

  constructor(cta: Cta) {
    this.#cta = cta;
  }

  /** A new CTA. */
  start(): void {
    this.#last.clear();
    this.#held.clear();
  }

  held({ numberInCluster }: Warp, byteOffset: number): void {
    const held = this.#held.get(numberInCluster) ?? new Set<number>();
    this.#held.set(numberInCluster, held.add(byteOffset));
  }

  /** Whether the warp has gone on from an mbarrier without what it waited for there. */
  wentOn(warp: number): boolean {
    return (this.#held.get(warp)?.size ?? 0) > 0;
  }

  passed({ numberInCluster }: Warp, byteOffset: number, phase: number, { pc }: Operation): void {
    this.#held.get(numberInCluster)?.delete(byteOffset);
    const stamp = this.#cta.grid.warpInstructions;
    const passes = this.#last.get(numberInCluster) ?? new Map<number, Pass>();
    const before = passes.get(byteOffset);
    if (before?.stamp === stamp) return;
    passes.set(byteOffset, { byteOffset, phase, pc, stamp, isAgain: before?.phase === phase });
    this.#last.set(numberInCluster, passes);
  }

  /** The warp has waited there, but for a phase before the one under way; null where it has not. */
  vainAt(warp: number, byteOffset: number): VainWait | null {
    const pass = this.#last.get(warp)?.get(byteOffset);
    return pass && this.#isEarly(pass) ? this.#told(pass) : null;
  }

  /** The same of any warp. */
  vainOfAny(byteOffset: number): VainWait | null {
    const waits = [...this.#last.keys()].map(warp => this.vainAt(warp, byteOffset));
    return waits.find(wait => wait !== null) ?? null;
  }

  /**
   * A vain wait of a warp that took part in a race: it passed an mbarrier that is still in its first phase, or passed
   * twice for one phase, and so has waited for nothing. A producer passes fresh mbarriers on purpose before it writes, those
   * of other stages too. So of a writer only the last wait counts. Of a reader, a wait does not count if in the code the
   * racing write stands between it and the racing read (`between`).
   */
  vainOf(warp: number, does: 'reads' | 'writes', between: Pair | null): VainWait | null {
    const passes = [...(this.#last.get(warp)?.values() ?? [])];
    if (does === 'writes') {
      const last = passes.reduce<Pass | null>((a, b) => (a !== null && a.stamp > b.stamp ? a : b), null);
      return last?.isAgain && this.#isEarly(last) ? this.#told(last) : null;
    }
    const isProducers = ({ pc }: Pass) => between !== null && pc < between.write && between.write < between.read;
    const vain = passes.find(pass => pass.phase < 0 && !isProducers(pass) && this.#isEarly(pass));
    return vain ? this.#told(vain) : null;
  }

  #isEarly({ byteOffset, phase }: Pass): boolean {
    return this.#cta.mbarriers?.phaseOf(byteOffset) === phase + 1;
  }

  #told({ byteOffset, phase, pc }: Pass): VainWait {
    const { grid, mbarriers } = this.#cta;
    const place = placeOf(grid.files, grid.program.operations[pc]);
    const asked = phase < 0 ? 'the one before it' : `phase ${phase}`;
    const words = `The wait at ${lineWords(place)} passed at once: phase ${phase + 1} of ${mbarriers!.nameOf(byteOffset)} was under way, and parity ${phase & 1} asks for ${asked}.`;
    return { place, words };
  }
}

/** The call of a wait says more than its line in a header. */
function lineWords({ line, ptxLine, calls = [] }: FaultPlace): string {
  if (line === 0) return `PTX line ${ptxLine}`;
  const call = calls.at(-1);
  return call === undefined ? `line ${line}` : `line ${line} (called from line ${call.line})`;
}

/**
 * Strides that put the lanes of every group in different banks. Banks depend only on strides modulo 32 words. The search
 * decides these residues bit by bit, lowest bit first. Modulo 2^k the banks fall into 2^k classes of 32 / 2^k banks each,
 * so no class may have more lanes than that:
 *
 *   modulo 2    strides odd or even: at most 16 lanes of a group in even banks, and at most 16 in odd ones
 *   modulo 4    the next bit of each stride splits both classes again: at most 8 lanes in each
 *   ...
 *   modulo 32   at most one lane in each bank
 *
 * The first bit excludes most choices. The next bit of a lane's bank follows from the residues so far; it flips once for
 * each stride whose next bit is set and of which the lane takes an odd number. With one bit per lane, this is an XOR of
 * words.
 */

import { lowestBit32, popcount32 } from '../../base/bits.ts';
import { LANES } from '../../base/hardware.ts';
import { type LaneGroup, lanesWithBit } from './lane-groups.ts';

/** The search stops after it has tried this many groups: some milliseconds. */
const MOST_TRIED = 100_000;

/** A group under the residues that are known so far, one bit per lane. */
interface Classes {
  /** The lanes of each class. */
  readonly masks: Int32Array;
  /** Lanes whose bank has the next bit set. */
  readonly next: number;
}

export class ResidueSearch {
  /** Whether the search stopped before it had followed every choice. */
  stopped = false;
  /** How many choices of residues, modulo 1, 2, 4, …, were excluded by no group. */
  nodes = 0;
  /** The largest modulus that a choice reached. */
  deepest = 1;
  readonly #groups: readonly LaneGroup[];
  /** For each group and free mode: the lanes whose index is odd. */
  readonly #odd: readonly Int32Array[];
  /** Indices of groups. Those that excluded a choice recently come first, since they often exclude the next one, too. */
  readonly #order: number[];
  readonly #banks: number;
  readonly #isOne: readonly boolean[];
  /** Modes along which lanes differ and whose strides may be chosen. */
  readonly #free: readonly number[];
  #tried = 0;

  /** @param isOne by mode, whether its stride is 1. */
  constructor(groups: readonly LaneGroup[], banks: number, isOne: readonly boolean[]) {
    this.#groups = groups;
    this.#order = [...groups.keys()];
    this.#banks = banks;
    this.#isOne = isOne;
    this.#free = isOne.flatMap((one, mode) => (!one && groups.some(group => differsAlong(group, mode)) ? [mode] : []));
    this.#odd = groups.map(group => Int32Array.from(this.#free, mode => lanesWithBit(group, mode, 0)));
  }

  /** The residue of each mode, null for modes that do not matter; or null if there are no such residues. */
  found(): (number | null)[] | null {
    const residues = this.#follow(this.#isOne.map(Number), 1);
    return residues?.map((residue, mode) => (this.#free.includes(mode) ? residue : null)) ?? null;
  }

  /** @param residues known modulo `modulus`. Returns residues that suit all groups, or null. */
  #follow(residues: readonly number[], modulus: number): readonly number[] | null {
    this.nodes++;
    this.deepest = Math.max(this.deepest, modulus);
    if (modulus === this.#banks) return residues;
    const known: (Classes | undefined)[] = [];
    const classesAt = (group: number) => {
      known[group] ??= classesOf(this.#groups[group], residues, modulus);
      return known[group];
    };
    // One bit for each free mode.
    for (let bits = 0; bits < 2 ** this.#free.length && !this.stopped; bits++) {
      if (!this.#suitsAll(bits, this.#banks / (2 * modulus), classesAt)) continue;
      const longer = residues.slice();
      for (const [i, mode] of this.#free.entries()) longer[mode] += ((bits >>> i) & 1) * modulus;
      const found = this.#follow(longer, 2 * modulus);
      if (found !== null) return found;
    }
    return null;
  }

  #suitsAll(bits: number, most: number, classesAt: (group: number) => Classes): boolean {
    const wrong = this.#order.findIndex(group => !suits(classesAt(group), this.#odd[group], bits, most));
    this.#tried += wrong < 0 ? this.#order.length : wrong + 1;
    if (this.#tried > MOST_TRIED) this.stopped = true;
    if (wrong > 0) this.#order.unshift(...this.#order.splice(wrong, 1));
    return wrong < 0;
  }
}

const differsAlong = ({ indices }: LaneGroup, mode: number): boolean =>
  indices[mode]?.some(index => index !== 0) === true;

const banks = new Int32Array(LANES);

function classesOf({ lanes, differing, indices }: LaneGroup, residues: readonly number[], modulus: number): Classes {
  banks.fill(0, 0, lanes);
  for (const mode of differing) {
    const along = indices[mode]!;
    for (let lane = 0; lane < lanes; lane++) banks[lane] += residues[mode] * along[lane];
  }
  const masks = new Int32Array(modulus);
  let next = 0;
  for (let lane = 0; lane < lanes; lane++) {
    masks[banks[lane] & (modulus - 1)] |= 1 << lane;
    if ((banks[lane] & modulus) !== 0) next |= 1 << lane;
  }
  return { masks, next };
}

/** Whether the next bits of the free strides split every class into parts of at most `most` lanes. */
function suits({ masks, next }: Classes, odd: Int32Array, bits: number, most: number): boolean {
  let set = next;
  for (let rest = bits; rest !== 0; rest &= rest - 1) set ^= odd[lowestBit32(rest)];
  for (const lanes of masks) if (popcount32(lanes & set) > most || popcount32(lanes & ~set) > most) return false;
  return true;
}

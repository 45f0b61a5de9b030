/**
 * Strides that put the lanes of every group in different banks. Banks see strides modulo 32 words only, and residues are
 * decided bit by bit, lowest first. Modulo 2^k the banks fall into 2^k classes of 32 / 2^k, so no class may have more lanes:
 *
 *   modulo 2    strides odd or even: at most 16 lanes of a group in even banks, and at most 16 in odd ones
 *   modulo 4    the next bit of each stride splits both classes again: at most 8 lanes in each
 *   ...
 *   modulo 32   at most one lane in each bank
 *
 * Most choices die at the first bit. The next bit of a lane's bank is that which the residues so far give, flipped once for
 * each stride whose next bit is set and of which the lane takes an odd number: with one bit per lane, an XOR of words.
 */

import { lowestBit32, popcount32 } from '../../base/bits.ts';
import { LANES } from '../../base/hardware.ts';
import { type LaneGroup, lanesWithBit } from './lane-groups.ts';

/** Groups that are tried before the search is ended: some milliseconds. */
const MOST_TRIED = 100_000;

/** A group by the residues that are known so far, one bit per lane. */
interface Classes {
  /** The lanes of each class. */
  readonly masks: Int32Array;
  /** Lanes in whose bank the next bit is set. */
  readonly next: number;
}

export class ResidueSearch {
  /** Whether it was ended before every choice was followed. */
  stopped = false;
  /** Choices of residues, modulo 1, 2, 4, …, that no group excludes. */
  nodes = 0;
  /** The largest modulus that some choice was followed to. */
  deepest = 1;
  readonly #groups: readonly LaneGroup[];
  /** By group and free mode: the lanes with an odd index. */
  readonly #odd: readonly Int32Array[];
  /** Indices of groups: those that excluded something lately come first, as they often exclude the next choice too. */
  readonly #order: number[];
  readonly #banks: number;
  readonly #isOne: readonly boolean[];
  /** Modes along which lanes differ and whose strides can be chosen. */
  readonly #free: readonly number[];
  #tried = 0;

  /** `isOne`: by mode, whether its stride is 1. */
  constructor(groups: readonly LaneGroup[], banks: number, isOne: readonly boolean[]) {
    this.#groups = groups;
    this.#order = [...groups.keys()];
    this.#banks = banks;
    this.#isOne = isOne;
    this.#free = isOne.flatMap((one, mode) => (!one && groups.some(group => differsAlong(group, mode)) ? [mode] : []));
    this.#odd = groups.map(group => Int32Array.from(this.#free, mode => lanesWithBit(group, mode, 0)));
  }

  /** Residues by mode; null for those that do not matter. Null where there are none. */
  found(): (number | null)[] | null {
    const residues = this.#follow(this.#isOne.map(Number), 1);
    return residues?.map((residue, mode) => (this.#free.includes(mode) ? residue : null)) ?? null;
  }

  /** `residues` are known modulo `modulus`; those that are 1 for all. */
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

/** Whether the next bits of the free strides split no class into a part of more than `most` lanes. */
function suits({ masks, next }: Classes, odd: Int32Array, bits: number, most: number): boolean {
  let set = next;
  for (let rest = bits; rest !== 0; rest &= rest - 1) set ^= odd[lowestBit32(rest)];
  for (const lanes of masks) if (popcount32(lanes & set) > most || popcount32(lanes & ~set) > most) return false;
  return true;
}

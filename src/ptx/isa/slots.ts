/**
 * Places in a warp's register file. Every operand becomes one: registers, immediates, special registers and addresses of
 * symbols alike, so that a lane loop knows only slots. A plane is 32 words, one per lane; a predicate is one word.
 */
import type { SpecialPlane } from '../machine/program.ts';

export const PLANE_WORDS = 32;
/** The first planes are where `_` writes; the widest destination is 128 bits. */
export const SINK_SLOT = 0;
const SINK_PLANES = 4;

export class SlotAllocator {
  readonly specials: SpecialPlane[] = [];
  #planes = SINK_PLANES;
  /** Predicates share planes: the one being filled, and the words used in it. */
  #predicatePlane = 0;
  #predicateWords = PLANE_WORDS;
  readonly #fullWords: number[] = [];
  #registerPlanes = 0;
  readonly #constants = new Map<string, number>();
  readonly #constantWords: { readonly slot: number; readonly word: number }[] = [];
  readonly #specials = new Map<string, number>();

  planes(count: number): number {
    const slot = this.#planes * PLANE_WORDS;
    this.#planes += count;
    return slot;
  }

  /** Ends the registers: from here on planes keep their values (constants and special registers). */
  endRegisters(): void {
    this.#registerPlanes = this.#planes;
    this.#predicateWords = PLANE_WORDS;
  }

  /** Words of the planes that instructions write. */
  get registerWords(): number {
    return this.#registerPlanes * PLANE_WORDS;
  }

  /** A word with one bit per lane, all equal to `initial` at the start. */
  predicate(initial = false): number {
    if (this.#predicateWords === PLANE_WORDS) {
      this.#predicatePlane = this.planes(1);
      this.#predicateWords = 0;
    }
    const slot = this.#predicatePlane + this.#predicateWords++;
    if (initial) this.#fullWords.push(slot);
    return slot;
  }

  /** Planes that hold the words in all lanes from the start; equal constants share theirs. */
  constant(words: readonly number[]): number {
    const key = words.join(' ');
    const known = this.#constants.get(key);
    if (known !== undefined) return known;
    const slot = this.planes(words.length);
    words.forEach((word, i) => {
      this.#constantWords.push({ slot: slot + PLANE_WORDS * i, word });
    });
    this.#constants.set(key, slot);
    return slot;
  }

  /** Planes that the machine fills from `words`; equal names share theirs. */
  special(name: string, words: readonly SpecialPlane['valueIn'][], variesByCta: boolean): number {
    const key = `${name} ${words.length}`;
    const known = this.#specials.get(key);
    if (known !== undefined) return known;
    const first = this.planes(words.length);
    this.#specials.set(key, first);
    words.forEach((valueIn, i) => {
      this.specials.push({ slot: first + PLANE_WORDS * i, valueIn, variesByCta });
    });
    return first;
  }

  /** The register file at the start of a warp: constants in place, the rest zero. */
  image(): Int32Array {
    const image = new Int32Array(this.#planes * PLANE_WORDS);
    for (const { slot, word } of this.#constantWords) image.fill(word, slot, slot + PLANE_WORDS);
    for (const slot of this.#fullWords) image[slot] = -1;
    return image;
  }
}

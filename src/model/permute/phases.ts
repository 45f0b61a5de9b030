/**
 * What the banks serve at once: the words that the lanes of a phase want, each once. An element of 8 or 16 bytes counts as
 * one word here, and the two or four banks that it needs as one bank.
 */
import { LANES } from '../../trace/access-trace.ts';
import { bankStepElements, lanesPerPhase } from './strides.ts';

export interface Phases {
  /** Phase after phase. */
  readonly words: Int32Array;
  /** By phase: where its words end. */
  readonly ends: Int32Array;
  /** Of each request, also where lanes are idle; a phase of idle lanes wants no word. */
  readonly perRequest: number;
}

/**
 * `places` in the order in which lanes count them [elements], no two alike. Each lane has `vector` neighbours, and request
 * k of a warp takes the k-th of every lane.
 */
export function phasesOf(places: Int32Array, vector: number, elementBytes: number): Phases {
  const lanes = lanesPerPhase(elementBytes);
  const perRequest = LANES / lanes;
  const perWord = bankStepElements(elementBytes);
  const words = new Int32Array(places.length);
  const ends = new Int32Array(Math.ceil(places.length / (LANES * vector)) * vector * perRequest);
  let wanted = 0;
  for (let phase = 0; phase < ends.length; phase++) {
    const request = Math.floor(phase / perRequest);
    const lane = LANES * Math.floor(request / vector) + lanes * (phase % perRequest);
    const first = lane * vector + (request % vector);
    const end = Math.min(first + lanes * vector, places.length);
    if (perWord === 1) for (let i = first; i < end; i += vector) words[wanted++] = places[i];
    else wanted = addWords(words, wanted, { places, first, end, step: vector, perWord });
    ends[phase] = wanted;
  }
  return { words, ends, perRequest };
}

interface WantedPlaces {
  readonly places: Int32Array;
  readonly first: number;
  readonly end: number;
  readonly step: number;
  /** Elements of a word. */
  readonly perWord: number;
}

/** Writes the words of some places behind the first `count`, each once; gives their number then. */
export function addWords(
  words: Int32Array,
  count: number,
  { places, first, end, step, perWord }: WantedPlaces,
): number {
  known.forget();
  let added = count;
  for (let i = first; i < end; i += step) {
    const word = Math.floor(places[i] / perWord);
    if (known.isNew(word)) words[added++] = word;
  }
  return added;
}

/** A set of at most 32 numbers without allocation. */
class SmallSet {
  readonly #numbers = new Int32Array(2 * LANES);
  /** By slot: the round in which its number was added. */
  readonly #rounds = new Int32Array(2 * LANES);
  #round = 0;

  forget(): void {
    this.#round = (this.#round + 1) | 0;
  }

  /** Adds it. */
  isNew(number: number): boolean {
    // Fibonacci hashing: the highest 6 bits.
    let slot = Math.imul(number, 0x9e3779b1) >>> 26;
    for (; this.#rounds[slot] === this.#round; slot = (slot + 1) & (2 * LANES - 1))
      if (this.#numbers[slot] === number) return false;
    this.#rounds[slot] = this.#round;
    this.#numbers[slot] = number;
    return true;
  }
}

const known = new SmallSet();
const inBank = new Uint8Array(LANES);

/** The most of the words from `first` to `end`, which is left out, that lie in one of so many banks: a power of two. */
export function mostInBank(words: Int32Array, first: number, end: number, banks: number): number {
  // A loop: a call of fill() costs more than so few elements.
  for (let bank = 0; bank < banks; bank++) inBank[bank] = 0;
  let most = 0;
  for (let i = first; i < end; i++) {
    const count = ++inBank[words[i] & (banks - 1)];
    if (count > most) most = count;
  }
  return most;
}

/**
 * The words that the banks serve at once: those that the lanes of a phase want, each once. An element of 8 or 16 bytes
 * counts as one word here, and the two or four banks that it needs as one bank.
 */
import { LANES } from '../../base/hardware.ts';
import { bankStepElements, lanesPerPhase } from './strides.ts';

export interface Phases {
  /** The words of one phase after another. */
  readonly words: Int32Array;
  /** For each phase, where its words end. */
  readonly ends: Int32Array;
  /** Phases of each request. They exist even if lanes are idle; a phase of idle lanes has no words. */
  readonly perRequest: number;
}

/**
 * @param places in the order in which lanes count them [elements], all different. Each lane has `vector` neighbouring
 * places; request k of a warp takes the k-th place of every lane.
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
    let count = 0;
    for (let i = first; i < end; i += vector) asked[count++] = places[i];
    wanted = addWords(words, wanted, asked, count, perWord);
    ends[phase] = wanted;
  }
  return { words, ends, perRequest };
}

const asked = new Int32Array(LANES);

/**
 * Writes the words of the first `lanes` places, each once, after the first `count` words. Returns the new number of
 * words.
 */
function addWords(words: Int32Array, count: number, places: Int32Array, lanes: number, perWord: number): number {
  let end = count;
  if (perWord === 1) {
    for (let lane = 0; lane < lanes; lane++) words[end++] = places[lane];
    return end;
  }
  known.clear();
  const bits = Math.log2(perWord);
  for (let lane = 0; lane < lanes; lane++) {
    const word = places[lane] >>> bits;
    if (known.add(word)) words[end++] = word;
  }
  return end;
}

/** The words of one phase by bank, without allocation. */
export class DistinctWords {
  /** The most words in one bank. */
  most = 0;
  readonly #counts = new Uint8Array(LANES);
  /** The words of each bank start at 32 * bank. */
  readonly #words = new Int32Array(LANES * LANES);

  clear(): void {
    this.most = 0;
    // A loop, because calling fill() costs more for so few elements.
    for (let bank = 0; bank < LANES; bank++) this.#counts[bank] = 0;
  }

  /** Adds a word; returns whether it is new. */
  add(word: number): boolean {
    const bank = word & (LANES - 1);
    const end = LANES * bank + this.#counts[bank];
    for (let at = LANES * bank; at < end; at++) if (this.#words[at] === word) return false;
    this.#words[end] = word;
    const count = ++this.#counts[bank];
    if (count > this.most) this.most = count;
    return true;
  }
}

const known = new DistinctWords();

/** Counts of each bank; numbers up to `none` belong to earlier counts. */
const counts = new Int32Array(LANES);
let none = 0;

/** The most words from `first` up to, but without, `end` that lie in one bank. The number of banks is a power of two. */
export function mostInBank(words: Int32Array, first: number, end: number, banks: number): number {
  // Numbers have 32 bits with a sign, and a count has no more words than lanes, so a restart is rare.
  none = none < 2 ** 30 ? none + LANES : restart();
  let most = none;
  for (let i = first; i < end; i++) {
    const bank = words[i] & (banks - 1);
    const count = Math.max(counts[bank], none) + 1;
    counts[bank] = count;
    if (count > most) most = count;
  }
  return most - none;
}

function restart(): number {
  counts.fill(0);
  return 0;
}

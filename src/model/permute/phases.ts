/**
 * What the banks serve at once: the words that the lanes of a phase want, each once. An element of 8 or 16 bytes counts as
 * one word here, and the two or four banks that it needs as one bank.
 */
import { LANES } from '../../base/hardware.ts';
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
    let count = 0;
    for (let i = first; i < end; i += vector) asked[count++] = places[i];
    wanted = addWords(words, wanted, asked, count, perWord);
    ends[phase] = wanted;
  }
  return { words, ends, perRequest };
}

const asked = new Int32Array(LANES);

/** Writes the words of the first `lanes` places behind the first `count` words, each once; gives their number then. */
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
  /** In one bank. */
  most = 0;
  readonly #counts = new Uint8Array(LANES);
  /** At 32 * bank. */
  readonly #words = new Int32Array(LANES * LANES);

  clear(): void {
    this.most = 0;
    // A loop: a call of fill() costs more than so few elements.
    for (let bank = 0; bank < LANES; bank++) this.#counts[bank] = 0;
  }

  /** Gives whether it is new. */
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

/** By bank; numbers up to `none` are of former counts. */
const counts = new Int32Array(LANES);
let none = 0;

/** The most of the words from `first` to `end`, which is left out, that lie in one of so many banks: a power of two. */
export function mostInBank(words: Int32Array, first: number, end: number, banks: number): number {
  // Signed numbers of 32 bits, and no more words than lanes: a long way to go.
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

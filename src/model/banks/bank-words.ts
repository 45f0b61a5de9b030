/** The distinct words of one phase, chained by bank: all that one pass over the lanes needs, without allocation. */
import { WIDEST_ACCESS_BYTES } from '../../base/hardware.ts';
import type { BankModel } from './bank-model.ts';

export class BankWords {
  readonly bankCount: number;
  /** Distinct words so far. */
  count = 0;
  /** Greatest number of distinct words in one bank. */
  degree = 0;
  readonly wordsPerBank: Uint8Array;
  /** For each slot: how many words of the same bank came before it, and how many lanes asked for it. */
  readonly rank: Uint16Array;
  readonly lanesOnWord: Uint16Array;
  readonly #word: Float64Array;
  readonly #newestOfBank: Int16Array;
  readonly #olderInBank: Int16Array;

  constructor(model: BankModel) {
    const capacity = model.lanes * Math.max(1, WIDEST_ACCESS_BYTES / model.bankBytes);
    this.bankCount = model.bankCount;
    this.wordsPerBank = new Uint8Array(model.bankCount);
    this.rank = new Uint16Array(capacity);
    this.lanesOnWord = new Uint16Array(capacity);
    this.#word = new Float64Array(capacity);
    this.#newestOfBank = new Int16Array(model.bankCount).fill(-1);
    this.#olderInBank = new Int16Array(capacity);
  }

  clear(): void {
    this.count = 0;
    this.degree = 0;
    // A loop, because calling fill() costs more for so few elements.
    for (let bank = 0; bank < this.bankCount; bank++) {
      this.wordsPerBank[bank] = 0;
      this.#newestOfBank[bank] = -1;
    }
  }

  /** Adds a word that the lane does not share. Returns its new slot. */
  askAlone(word: number): number {
    return this.#append(word, word % this.bankCount);
  }

  /** Adds a word for a lane. Returns the word's slot. */
  ask(word: number): number {
    const bank = word % this.bankCount;
    for (let slot = this.#newestOfBank[bank]; slot >= 0; slot = this.#olderInBank[slot]) {
      if (this.#word[slot] === word) {
        this.lanesOnWord[slot]++;
        return slot;
      }
    }
    return this.#append(word, bank);
  }

  #append(word: number, bank: number): number {
    const slot = this.count++;
    this.#word[slot] = word;
    this.rank[slot] = this.wordsPerBank[bank]++;
    this.lanesOnWord[slot] = 1;
    this.#olderInBank[slot] = this.#newestOfBank[bank];
    this.#newestOfBank[bank] = slot;
    this.degree = Math.max(this.degree, this.wordsPerBank[bank]);
    return slot;
  }
}

/** Reads numbers and nested tuples of numbers, as CuTe writes shapes and strides. */
import { quoted, Unreadable } from './reading.ts';

export type CuteTree = number | readonly CuteTree[];

/** `_8` is a number that is known at compile time. */
export class TreeReader {
  readonly #text: string;
  readonly #at: number;
  #next = 0;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  get position(): number {
    while (/\s/.test(this.#text[this.#next] ?? '')) this.#next++;
    return this.#at + this.#next;
  }

  tree(): CuteTree {
    const at = this.position;
    const word = /^_?(\d+)/.exec(this.#text.slice(this.#next));
    if (word !== null) {
      this.#next += word[0].length;
      return Number(word[1]);
    }
    if (!this.#skip('(')) throw new Unreadable(at, `expected a number or '(', got ${this.#got}`);
    const parts = [this.tree()];
    while (this.#skip(',')) parts.push(this.tree());
    this.expect(')');
    return parts;
  }

  expect(mark: string): void {
    const at = this.position;
    if (!this.#skip(mark)) throw new Unreadable(at, `expected '${mark}', got ${this.#got}`);
  }

  expectEnd(): void {
    if (this.position < this.#at + this.#text.length)
      throw new Unreadable(this.position, `expected the end or '->', got ${this.#got}`);
  }

  #skip(mark: string): boolean {
    const found = this.position >= 0 && this.#text[this.#next] === mark;
    if (found) this.#next++;
    return found;
  }

  get #got(): string {
    return this.#next < this.#text.length ? quoted(this.#text[this.#next]) : 'the end';
  }
}

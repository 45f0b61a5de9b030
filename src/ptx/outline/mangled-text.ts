/** A place in a mangled name, and what can be read from there (Itanium C++ ABI, section 5.1). */

/** Thrown at what the grammar here does not have. */
export class Beyond extends Error {}

export class MangledText {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next character; '' at the end. */
  peek(): string {
    return this.#text[this.#at] ?? '';
  }

  take(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  expect(word: string): void {
    if (!this.take(word)) throw new Beyond();
  }

  /** `_` = 0, `0_` = 1, in base 36. */
  sequenceNumber(): number {
    const digits = /^([0-9A-Z]{0,4})_/.exec(this.#text.slice(this.#at, this.#at + 6));
    if (digits === null) throw new Beyond();
    this.#at += digits[0].length;
    return digits[1] === '' ? 0 : Number.parseInt(digits[1], 36) + 1;
  }

  sourceName(): string {
    const digits = /^\d{1,5}/.exec(this.#text.slice(this.#at, this.#at + 5));
    if (digits === null) throw new Beyond();
    const start = this.#at + digits[0].length;
    const name = this.#text.slice(start, start + Number(digits[0]));
    if (name.length !== Number(digits[0]) || name === '') throw new Beyond();
    this.#at = start + name.length;
    return name;
  }

  /** Text up to that character, which is skipped. */
  until(end: string): string {
    const to = this.#text.indexOf(end, this.#at);
    if (to < 0) throw new Beyond();
    const found = this.#text.slice(this.#at, to);
    this.#at = to + 1;
    return found;
  }
}

/** A deadline that can be put off, up to an end. */

export class Postponed {
  readonly #act: () => void;
  readonly #ms: number;
  readonly #end: number;
  #timer: NodeJS.Timeout;

  /** `act` is called `ms` from now, or from the last time it was put off, which can be done for `mostMs`. */
  constructor(act: () => void, ms: number, mostMs: number) {
    this.#act = act;
    this.#ms = ms;
    this.#end = performance.now() + mostMs;
    this.#timer = setTimeout(act, ms);
  }

  postpone(): void {
    if (performance.now() > this.#end) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#act, this.#ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

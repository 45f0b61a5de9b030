/** A deadline that can be postponed, up to a limit. */

export class Postponed {
  readonly #act: () => void;
  readonly #ms: number;
  readonly #end: number;
  #timer: NodeJS.Timeout;

  /** Calls `act` `ms` after now, or after the last time it was postponed. It can be postponed for `mostMs`. */
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

/** Computes something once for each run, when it is first asked for: a playhead asks for it many times. */
export class OncePerRun<Run extends object, T> {
  readonly #make: (run: Run) => T;
  readonly #known = new WeakMap<Run, T>();

  constructor(make: (run: Run) => T) {
    this.#make = make;
  }

  of(run: Run): T {
    let made = this.#known.get(run);
    if (made === undefined) {
      made = this.#make(run);
      this.#known.set(run, made);
    }
    return made;
  }

  /** Takes a value that another thread has computed. */
  bring(run: Run, made: T): void {
    this.#known.set(run, made);
  }
}

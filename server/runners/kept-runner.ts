/** The runner of a GPU: two would be two processes on it, so all callers get the same one. */
import type { Result } from '../../src/base/result.ts';
import type { CompileFailure } from '../../src/contract/api.ts';
import type { Runner } from './runner.ts';

export interface ClosableRunner extends Runner {
  /** Ends what it started. */
  close(): Promise<void>;
}

type Made = Promise<Result<ClosableRunner, CompileFailure>>;

export class KeptRunner {
  readonly #make: () => Made;
  #made: Made | null = null;
  #ready: ClosableRunner | null = null;

  /** @param make builds the GPU process; it may reject, as on a full disk. */
  constructor(make: () => Made) {
    this.#make = make;
  }

  /** `onBuild` is called if it has to be made. What could not be made is tried again by the next caller. */
  get(onBuild: () => void): Made {
    if (this.#made !== null) return this.#made;
    onBuild();
    const making = this.#make();
    const forget = (): void => {
      this.#made = null;
    };
    this.#made = making;
    making.then(made => {
      if (made.ok) this.#ready = made.value;
      else forget();
    }, forget);
    return making;
  }

  /** One that is still being made has started nothing, and is not waited for: it may take nvcc minutes. */
  async close(): Promise<void> {
    await this.#ready?.close();
  }
}

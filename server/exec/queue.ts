/**
 * A bounded queue of jobs, one or a few at a time, first come first served. A waiting job is told its position. A job that waits
 * too long is dropped and told so, since no client expects its answer any more.
 */
import { err, ok, type Result } from '../../src/base/result.ts';

export interface QueueOptions {
  /** How many jobs may wait; running ones are not counted. */
  readonly maxWaiting: number;
  readonly staleMs: number;
  /** How many may run at once. Default: 1. */
  readonly width?: number;
}

interface Place {
  /** 1 = next. Called at once, and again whenever the position changes. */
  readonly onPosition: (position: number) => void;
  readonly signal: AbortSignal;
}

/** Why a job left the queue without having run. */
export type Dropped = 'stale' | 'cancelled';

interface Waiting {
  readonly start: () => void;
  readonly onPosition: (position: number) => void;
  position: number;
}

export class JobQueue {
  readonly #options: QueueOptions;
  #waiting: Waiting[] = [];
  #running = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /**
   * The error 'full' is given at once; otherwise a promise of the work's result, or of the reason why the job was
   * dropped.
   */
  enter<T>(work: () => Promise<T>, place: Place): Result<Promise<Result<T, Dropped>>, 'full'> {
    if (this.#isBusy && this.#waiting.length >= this.#options.maxWaiting) return err('full');
    return ok(this.#pass(work, place));
  }

  get #isBusy(): boolean {
    return this.#running >= (this.#options.width ?? 1);
  }

  async #pass<T>(work: () => Promise<T>, place: Place): Promise<Result<T, Dropped>> {
    if (this.#isBusy) {
      const dropped = await this.#wait(place);
      if (dropped !== null) return err(dropped);
    } else this.#running++;
    try {
      return ok(await work());
    } finally {
      this.#running--;
      this.#startNext();
    }
  }

  /** Resolves with null when the job may run. */
  #wait({ onPosition, signal }: Place): Promise<Dropped | null> {
    return new Promise(resolve => {
      const leave = (why: Dropped | null): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#waiting = this.#waiting.filter(other => other !== entry);
        this.#tellPositions();
        resolve(why);
      };
      const onAbort = (): void => leave('cancelled');
      const timer = setTimeout(() => leave('stale'), this.#options.staleMs);
      const entry: Waiting = { start: () => leave(null), onPosition, position: 0 };
      if (signal.aborted) return leave('cancelled');
      signal.addEventListener('abort', onAbort);
      this.#waiting.push(entry);
      this.#tellPositions();
    });
  }

  #startNext(): void {
    const next = this.#waiting[0];
    if (next === undefined) return;
    // Counted before the waiting job continues, so that a new one cannot overtake it.
    this.#running++;
    next.start();
  }

  #tellPositions(): void {
    for (const [i, waiting] of this.#waiting.entries()) {
      if (waiting.position === i + 1) continue;
      waiting.position = i + 1;
      waiting.onPosition(waiting.position);
    }
  }
}

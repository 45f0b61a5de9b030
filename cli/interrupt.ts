/** Handles Ctrl-C during long work, so that files are closed and the terminal is left in order. */
import { setImmediate } from 'node:timers/promises';

/** True after Ctrl-C. */
export type Interrupted = () => Promise<boolean>;

/** For work in this process, which asks between its slices. */
export const interruptible = <T>(work: (interrupted: Interrupted) => Promise<T>): Promise<T> =>
  cancellable(signal =>
    work(async () => {
      // Signals are delivered only between turns of the event loop.
      await setImmediate();
      return signal.aborted;
    }),
  );

/** For work that waits for something else, to which the signal is passed. */
export async function cancellable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const cancel = new AbortController();
  const note = () => cancel.abort();
  process.once('SIGINT', note);
  try {
    return await work(cancel.signal);
  } finally {
    process.off('SIGINT', note);
  }
}

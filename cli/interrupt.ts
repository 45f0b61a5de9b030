/** Handles Ctrl-C during long work, so that files are closed and the terminal is left in order. */
import { setImmediate } from 'node:timers/promises';

/** True after Ctrl-C. */
export type Interrupted = () => Promise<boolean>;

/** Runs work in this process that checks for interruption between its slices. */
export const interruptible = <T>(work: (interrupted: Interrupted) => Promise<T>): Promise<T> =>
  cancellable(signal =>
    work(async () => {
      // Signals are delivered only between turns of the event loop.
      await setImmediate();
      return signal.aborted;
    }),
  );

/** Runs work that waits for something else, which gets the signal. */
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

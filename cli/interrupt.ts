/** Ctrl-C during long work, so that files are closed and the terminal is left tidy. */
import { setImmediate } from 'node:timers/promises';

/** True once Ctrl-C came. */
export type Interrupted = () => Promise<boolean>;

/** For work of this process, which asks between its slices. */
export const interruptible = <T>(work: (interrupted: Interrupted) => Promise<T>): Promise<T> =>
  cancellable(signal =>
    work(async () => {
      // Signals are delivered between turns of the event loop.
      await setImmediate();
      return signal.aborted;
    }),
  );

/** For work that waits for somebody else, who is told. */
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

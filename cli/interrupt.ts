/** Ctrl-C during long work: the work asks between its slices, so that files are closed and the terminal is left tidy. */
import { setImmediate } from 'node:timers/promises';

/** True once Ctrl-C came. */
export type Interrupted = () => Promise<boolean>;

export async function interruptible<T>(work: (interrupted: Interrupted) => Promise<T>): Promise<T> {
  let came = false;
  const note = () => {
    came = true;
  };
  process.once('SIGINT', note);
  try {
    return await work(async () => {
      // Signals are delivered between turns of the event loop.
      await setImmediate();
      return came;
    });
  } finally {
    process.off('SIGINT', note);
  }
}

/** Waits for work that others wait for, too, and that is not the asker's to cancel. */

/** `otherwise` as soon as the signal comes; the work goes on. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, otherwise: T): Promise<T> {
  if (signal.aborted) return Promise.resolve(otherwise);
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(otherwise);
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

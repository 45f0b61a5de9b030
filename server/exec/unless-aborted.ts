/** Waits for work that others also wait for, so one caller must not cancel it. */

/** Gives `otherwise` as soon as the signal comes; the work continues. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, otherwise: T): Promise<T> {
  if (signal.aborted) return Promise.resolve(otherwise);
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(otherwise);
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

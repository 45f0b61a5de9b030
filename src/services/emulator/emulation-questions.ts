/** The keys of an emulation query, and the largest output that the page emulates. */
import type { Launch } from '../../trace/launch.ts';

/** The largest output that a browser can emulate and compare while a person waits. */
const MOST_OUTPUT_BYTES = 32 * 2 ** 20;

export const TOO_LARGE =
  'The whole output is too large to be emulated and checked here: only the chosen CTA is checked.';

interface Extent {
  readonly rows: number;
  readonly columns: number;
  readonly elementBytes: number;
}

export const isTooLarge = ({ rows, columns, elementBytes }: Extent): boolean =>
  rows * columns * elementBytes > MOST_OUTPUT_BYTES;

const launchTexts = new WeakMap<Launch, string>();

/**
 * A launch may hold tables of many thousand values. React Query compares a key at every render, and one text is
 * compared at once.
 */
export function launchText(launch: Launch): string {
  const text = launchTexts.get(launch) ?? JSON.stringify(launch);
  launchTexts.set(launch, text);
  return text;
}

/** Rejects when `signal` fires before the time is over. */
export const rest = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** One line of progress that is overwritten, shown only on a terminal and after some time. */
import type { WriteStream } from 'node:tty';
import type { EmulationProgress } from '../src/ptx/emulation.ts';

const QUIET_MS = 1000;
const INTERVAL_MS = 100;
const ERASE_LINE = '\r\x1b[K';

export class ProgressLine {
  readonly #stream: WriteStream;
  #nextAt = performance.now() + QUIET_MS;
  #isShown = false;

  constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  /** @param words made only when they are shown. */
  show(words: () => string): void {
    if (!this.#stream.isTTY || performance.now() < this.#nextAt) return;
    this.#nextAt = performance.now() + INTERVAL_MS;
    this.#isShown = true;
    this.#stream.write(`${ERASE_LINE}${words()}`);
  }

  clear(): void {
    if (this.#isShown) this.#stream.write(ERASE_LINE);
  }
}

export function emulationWords({ ctasDone, ctasTotal, warpInstructions }: EmulationProgress): string {
  const millions = (warpInstructions / 1e6).toFixed(1);
  return `${ctasDone} of ${ctasTotal} CTAs, ${millions} M warp instructions`;
}

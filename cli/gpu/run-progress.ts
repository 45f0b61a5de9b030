/** What a comparison is doing, on standard error: one line that rewrites itself on a terminal, else a line for each step. */
import type { WriteStream } from 'node:tty';
import type { RunEvent } from '../../src/contract/run.ts';

const ERASE_LINE = '\r\x1b[K';

export class RunProgress {
  readonly #stream: WriteStream;
  readonly #title: string;
  #samples = 0;
  #step = '';

  constructor(stream: WriteStream, title: string) {
    this.#stream = stream;
    this.#title = title;
  }

  show(event: RunEvent): void {
    if (event.stage === 'samples') this.#samples += event.ns.length;
    const step = this.#stepOf(event);
    if (step === null) return;
    if (this.#stream.isTTY) {
      const count = event.stage === 'samples' ? `, ${this.#samples} samples` : '';
      this.#stream.write(`${ERASE_LINE}${this.#title}: ${step}${count}`);
    } else if (step !== this.#step) this.#stream.write(`${this.#title}: ${step}\n`);
    this.#step = step;
  }

  clear(): void {
    if (this.#stream.isTTY && this.#step !== '') this.#stream.write(ERASE_LINE);
  }

  #stepOf(event: RunEvent): string | null {
    switch (event.stage) {
      case 'queued':
        return `waiting, ${event.position} in line`;
      case 'building':
        return `building ${event.variant}`;
      case 'preparing':
        return 'preparing the GPU';
      case 'verifying':
        return `checking ${event.variant}`;
      case 'wrong':
        return `${event.variant} is wrong`;
      case 'samples':
        return 'timing';
      default:
        return null;
    }
  }
}

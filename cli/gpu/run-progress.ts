/**
 * Reports the progress of a comparison on standard error: on a terminal one line that is overwritten, otherwise one line
 * for each step.
 */

import type { WriteStream } from 'node:tty';
import { pendingWords } from '../../src/contract/pending-words.ts';
import type { RunEvent } from '../../src/contract/run.ts';
import { printable } from '../terminal.ts';

const ERASE_LINE = '\r\x1b[K';

export class RunProgressLine {
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
    const step = stepOf(event);
    if (step === null) return;
    if (this.#stream.isTTY) {
      const detail =
        event.stage === 'samples' ? `, ${this.#samples} samples` : 'variant' in event ? ` ${event.variant}` : '';
      this.#stream.write(`${ERASE_LINE}${printable(`${this.#title}: ${step}${detail}`)}`);
    } else if (step !== this.#step) this.#stream.write(`${this.#title}: ${step}\n`);
    this.#step = step;
  }

  clear(): void {
    if (this.#stream.isTTY && this.#step !== '') this.#stream.write(ERASE_LINE);
  }
}

/** The line that a log gets for an event; null if other events imply it. */
function stepOf(event: RunEvent): string | null {
  switch (event.stage) {
    case 'queued':
      return `waiting, ${event.position} in line`;
    case 'connecting':
      return 'connecting';
    case 'pending':
      return pendingWords(event);
    case 'building':
      return 'building';
    case 'preparing':
      return 'preparing the GPU';
    case 'verifying':
      return 'checking';
    case 'samples':
      return 'timing';
    case 'counting':
      return 'counting';
    default:
      return null;
  }
}

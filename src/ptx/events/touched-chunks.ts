/** Records the chunks of 16 bytes of shared memory that were touched since the last question. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import type { Stretch } from './warp-event.ts';

export class TouchedChunks {
  /** For each chunk: whether it was touched. One more entry, which is never touched, ends the last stretch. */
  readonly #isTouched: Uint8Array;
  /** All that were touched lie between these, the first included. */
  #first: number;
  #end = 0;

  constructor(sharedBytes: number) {
    this.#isTouched = new Uint8Array(Math.ceil(sharedBytes / CHUNK_BYTES) + 1);
    this.#first = this.#isTouched.length;
  }

  touch(byteOffset: number, sizeBytes: number): void {
    const [first, end] = [byteOffset >> 4, (byteOffset + sizeBytes + CHUNK_BYTES - 1) >> 4];
    for (let chunk = first; chunk < end; chunk++) this.#isTouched[chunk] = 1;
    this.#first = Math.min(this.#first, first);
    this.#end = Math.max(this.#end, end);
  }

  /** Joined, in the order of their places. */
  take(): Stretch[] {
    const stretches: Stretch[] = [];
    const isTouched = this.#isTouched;
    for (let at = this.#first; at < this.#end; ) {
      const from = isTouched.indexOf(1, at);
      const to = isTouched.indexOf(0, from);
      stretches.push({ from: from * CHUNK_BYTES, to: to * CHUNK_BYTES });
      at = to;
    }
    if (stretches.length > 0) isTouched.fill(0, this.#first, this.#end);
    this.#first = isTouched.length;
    this.#end = 0;
    return stretches;
  }
}

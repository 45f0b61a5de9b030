/** Which chunks of 16 bytes of shared memory were touched since one last asked. */
import type { Stretch } from './warp-event.ts';

const CHUNK_BYTES = 16;

export class TouchedChunks {
  readonly #isTouched: Uint8Array;
  readonly #chunks: number[] = [];

  constructor(sharedBytes: number) {
    this.#isTouched = new Uint8Array(Math.ceil(sharedBytes / CHUNK_BYTES));
  }

  touch(byteOffset: number, sizeBytes: number): void {
    for (let chunk = byteOffset >> 4; chunk << 4 < byteOffset + sizeBytes; chunk++) {
      if (this.#isTouched[chunk] === 1) continue;
      this.#isTouched[chunk] = 1;
      this.#chunks.push(chunk);
    }
  }

  /** Joined, in the order of their places. */
  take(): Stretch[] {
    if (this.#chunks.length === 0) return [];
    const chunks = Int32Array.from(this.#chunks).sort();
    const stretches: { from: number; to: number }[] = [];
    for (const chunk of chunks) {
      this.#isTouched[chunk] = 0;
      const [from, last] = [chunk * CHUNK_BYTES, stretches.at(-1)];
      if (last?.to === from) last.to += CHUNK_BYTES;
      else stretches.push({ from, to: from + CHUNK_BYTES });
    }
    this.#chunks.length = 0;
    return stretches;
  }
}

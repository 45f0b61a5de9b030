/**
 * Which bytes of device memory a run wrote, and which it read as it found them: one bit per byte of the arena. With it,
 * parts of a grid that ran apart are told from parts that depend on each other.
 */
import type { AccessKind } from '../../trace/access-trace.ts';

export class Footprint {
  readonly written: Int32Array;
  /** Bytes read before this run had written them itself. */
  readonly read: Int32Array;
  readonly #written: Uint8Array;
  readonly #read: Uint8Array;

  constructor(arenaBytes: number) {
    const words = Math.ceil(arenaBytes / 32);
    this.written = new Int32Array(words);
    this.read = new Int32Array(words);
    this.#written = new Uint8Array(this.written.buffer);
    this.#read = new Uint8Array(this.read.buffer);
  }

  /** Lanes `mask` access `widthBytes` aligned bytes from `at[lane]` on. */
  accessed(kind: AccessKind, at: Int32Array, widthBytes: number, mask: number): void {
    // What is neither a plain load nor a plain store does both.
    const reads = kind !== 'store';
    const writes = kind !== 'load';
    const size = Math.min(widthBytes, 8);
    const bits = (1 << size) - 1;
    for (let m = mask; m !== 0; m &= m - 1) {
      const start = at[31 - Math.clz32(m & -m)];
      const end = start + widthBytes;
      for (let byte = start; byte < end; byte += size) {
        const touched = bits << (byte & 7);
        if (reads) this.#read[byte >> 3] |= touched & ~this.#written[byte >> 3];
        if (writes) this.#written[byte >> 3] |= touched;
      }
    }
  }

  /** The machine itself reads `sizeBytes` bytes from `byteOffset` on. */
  looked(byteOffset: number, sizeBytes: number): void {
    for (let byte = byteOffset; byte < byteOffset + sizeBytes; byte++) {
      this.#read[byte >> 3] |= (1 << (byte & 7)) & ~this.#written[byte >> 3];
    }
  }
}

/** Whether any byte is in both: two columns of bits of one arena. */
export function overlap(a: Int32Array, b: Int32Array): boolean {
  for (let word = 0; word < a.length; word++) if ((a[word] & b[word]) !== 0) return true;
  return false;
}

/** Copies the bytes whose bit is set in `written`, and sets those bits in `writtenBefore`. */
export function apply(target: Uint8Array, source: Uint8Array, written: Int32Array, writtenBefore: Int32Array): void {
  for (let word = 0; word < written.length; word++) {
    const bits = written[word];
    if (bits === 0) continue;
    writtenBefore[word] |= bits;
    if (bits === -1) {
      const first = word;
      while (written[word + 1] === -1) writtenBefore[++word] = -1;
      target.set(source.subarray(first * 32, (word + 1) * 32), first * 32);
      continue;
    }
    for (let m = bits; m !== 0; m &= m - 1) {
      const byte = word * 32 + 31 - Math.clz32(m & -m);
      target[byte] = source[byte];
    }
  }
}

/**
 * Records which bytes of device memory a run wrote, and which it read before writing them: one bit per byte of the
 * arena. They tell parts of a grid that are independent from parts that depend on earlier ones.
 */
import type { MemoryEffect } from '../machine/access-form.ts';
import type { BulkPieces } from '../machine/bulk-pieces.ts';
import type { Memory } from '../machine/memory.ts';

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
  accessed(effect: MemoryEffect, at: Int32Array, widthBytes: number, mask: number): void {
    const reads = effect !== 'write';
    const writes = effect !== 'read';
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

  /** A bulk copy accesses what its pieces have inside. */
  copied(effect: MemoryEffect, { other, insideBytes }: BulkPieces): void {
    for (let i = 0; i < other.length; i++) {
      const end = other[i] + insideBytes[i];
      for (let byte = other[i]; byte < end; byte++) {
        const bit = 1 << (byte & 7);
        if (effect !== 'write') this.#read[byte >> 3] |= bit & ~this.#written[byte >> 3];
        if (effect !== 'read') this.#written[byte >> 3] |= bit;
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

/** 32-bit words of memory behind one word of bits. */
const WORDS = 8;

/** Whether any byte whose bit is set differs between two states of one arena. */
export function differWhere(bits: Int32Array, a: Memory, b: Memory): boolean {
  for (let word = 0; word < bits.length; word++) {
    if (bits[word] !== 0 && differInWord(bits[word], word, a, b)) return true;
  }
  return false;
}

function differInWord(bits: number, word: number, a: Memory, b: Memory): boolean {
  const first = word * WORDS;
  const end = Math.min(first + WORDS, a.i32.length);
  for (let i = first; i < end; i++) {
    let difference = a.i32[i] ^ b.i32[i];
    for (let byte = 4 * (i - first); difference !== 0; byte++, difference >>>= 8) {
      if ((difference & 255) !== 0 && (bits >>> byte) & 1) return true;
    }
  }
  return false;
}

/** Copies the bytes whose bit is set in `written`. */
export function apply(target: Uint8Array, source: Uint8Array, written: Int32Array): void {
  for (let word = 0; word < written.length; word++) {
    const bits = written[word];
    if (bits === 0) continue;
    if (bits === -1) {
      const first = word;
      while (written[word + 1] === -1) word++;
      target.set(source.subarray(first * 32, (word + 1) * 32), first * 32);
      continue;
    }
    for (let m = bits; m !== 0; m &= m - 1) {
      const byte = word * 32 + 31 - Math.clz32(m & -m);
      target[byte] = source[byte];
    }
  }
}

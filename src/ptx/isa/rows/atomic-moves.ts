/** Lane loops of atomic operations: each lane reads and writes before the next. */
import type { Move } from '../../machine/lane-move.ts';
import type { Update, WideUpdate } from '../effects/atomic.ts';
import { lowWord } from '../wide-integers.ts';

export interface AtomicOperands {
  readonly d: number;
  readonly b: number;
  readonly c: number;
}

/** Reads, updates and writes 16- or 32-bit words lane by lane, `k` bytes behind each lane's address. */
export function narrowMove(update: Update, bytes: 2 | 4, { d, b, c }: AtomicOperands, k: number): Move {
  return (warp, _operation, memory, mask) => {
    const { r, at } = warp;
    const words = bytes === 4 ? memory.i32 : memory.u16;
    const shift = bytes === 4 ? 2 : 1;
    for (let m = mask; m !== 0; m &= m - 1) {
      const l = 31 - Math.clz32(m & -m);
      const index = (at[l] + k) >> shift;
      const old = words[index];
      words[index] = update(old, r[b + l], r[c + l]);
      if (words[index] !== old) warp.cta.grid.events++;
      r[d + l] = old;
    }
  };
}

/** The same on values of 2 or 4 words. */
export function wideMove(update: WideUpdate, count: 2 | 4, { d, b, c }: AtomicOperands): Move {
  const read = (words: Int32Array, first: number, step: number): bigint => {
    let value = 0n;
    for (let i = count - 1; i >= 0; i--) value = (value << 32n) | BigInt(words[first + i * step] >>> 0);
    return value;
  };
  const write = (words: Int32Array, first: number, step: number, value: bigint): void => {
    for (let i = 0; i < count; i++) words[first + i * step] = lowWord(value >> BigInt(32 * i));
  };
  return (warp, _operation, { i32 }, mask) => {
    const { r, at } = warp;
    for (let m = mask; m !== 0; m &= m - 1) {
      const l = 31 - Math.clz32(m & -m);
      const old = read(i32, at[l] >> 2, 1);
      const next = BigInt.asUintN(32 * count, update(old, read(r, b + l, 32), read(r, c + l, 32)));
      write(i32, at[l] >> 2, 1, next);
      if (next !== old) warp.cta.grid.events++;
      write(r, d + l, 32, old);
    }
  };
}

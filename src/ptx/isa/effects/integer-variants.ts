/** Integer effects that compilers hardly ever ask for, said once for all their types; slower than the table's. */
import { type Effect, effect, type ValueKind, wideEffect } from '../effect.ts';
import { widthOf } from '../row.ts';
import { highWord, lowWord, signed64, unsigned64 } from '../wide-integers.ts';

const S = ['s32', 's32'] as const;

type Exact = (a: bigint, b: bigint, c: bigint) => bigint;

/** `run` on the exact values of sources of one integer type; the result is cut to it. */
export function exactly(type: string, sources: 2 | 3, run: Exact): Effect {
  const bits = widthOf(type);
  if (bits !== 64) {
    const kinds = Array<ValueKind>(sources).fill(type as ValueKind);
    return effect(bits === 16 ? 'u16' : 's32', kinds, (a, b, c) => lowWord(run(BigInt(a), BigInt(b), BigInt(c))));
  }
  const read = type === 's64' ? signed64 : unsigned64;
  const whole = (al: number, ah: number, bl: number, bh: number, cl: number, ch: number): bigint =>
    run(read(al, ah), read(bl, bh), read(cl, ch));
  return wideEffect(
    Array<ValueKind>(sources).fill('b64'),
    (...words) => lowWord(whole(...(words as Parameters<typeof whole>))),
    (...words) => highWord(whole(...(words as Parameters<typeof whole>))),
  );
}

export const clampS32 = (v: bigint): bigint => (v > 0x7fffffffn ? 0x7fffffffn : v < -0x80000000n ? -0x80000000n : v);

/** The upper half of a * b, + c. */
export function multiplyHighAdd(type: string, sat: boolean): Effect {
  const bits = BigInt(widthOf(type));
  const cut = sat ? clampS32 : (v: bigint) => v;
  return exactly(type, 3, (a, b, c) => cut(((a * b) >> bits) + c));
}

type Narrow = (a: number, b: number) => number;

const SIMPLE: Readonly<Record<'add' | 'min' | 'max', Narrow>> = { add: (a, b) => a + b, min: Math.min, max: Math.max };

/** add, min and max of the halves of a word; `relu` makes negative results 0. */
export function packedInteger(name: keyof typeof SIMPLE, type: 'u16x2' | 's16x2', relu: boolean): Effect {
  const run = withRelu(SIMPLE[name], relu);
  const low: (v: number) => number = type === 's16x2' ? v => (v << 16) >> 16 : v => v & 0xffff;
  return effect('s32', S, (a, b) => (run(low(a), low(b)) & 0xffff) | (run(low(a >> 16), low(b >> 16)) << 16));
}

const withRelu = (run: Narrow, relu: boolean): Narrow => (relu ? (a, b) => Math.max(0, run(a, b)) : run);

export const minMaxRelu = (name: 'min' | 'max'): Effect => effect('s32', S, withRelu(SIMPLE[name], true));

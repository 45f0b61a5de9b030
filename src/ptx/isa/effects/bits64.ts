/** Logic, shifts, bit fields and selection of 64-bit words, held as low and high words. */
import { popcount32 } from '../../../base/bits.ts';
import { effect, wideEffect } from '../effect.ts';
import { shiftLeftHigh, shiftLeftLow, shiftRightHigh, shiftRightLow } from '../wide-arithmetic.ts';
import { highWord, lowWord, unsigned64 } from '../wide-integers.ts';

const L = ['b64', 'b64'] as const;
const N = ['b64', 'u32'] as const;

/** `length` ones from bit `position` on. Positions and lengths count whole; of 32-bit fields, their low 8 bits (measured on sm_90). */
const fieldMask = (position: number, length: number): bigint =>
  position > 63 ? 0n : BigInt.asUintN(64, ((1n << BigInt(Math.min(length, 64))) - 1n) << BigInt(position));

function insert(a: bigint, b: bigint, position: number, length: number): bigint {
  const mask = fieldMask(position, length);
  return (b & ~mask) | ((a << BigInt(Math.min(position, 64))) & mask);
}

function extract(a: bigint, position: number, length: number, signed: boolean): bigint {
  if (length === 0) return 0n;
  const last = BigInt(Math.min(position + length - 1, 63));
  const kept = (1n << BigInt(Math.max(0, Math.min(length, 64 - position)))) - 1n;
  const body = position > 63 ? 0n : (a >> BigInt(position)) & kept;
  const sign = signed && ((a >> last) & 1n) === 1n;
  return sign ? body | ~(position > 63 ? 0n : kept) : body;
}

const topBit = (low: number, high: number): number => (high === 0 ? 31 - Math.clz32(low) : 63 - Math.clz32(high));
const reverse32 = (v: number): number => {
  let x = 0;
  for (let i = 0; i < 32; i++) x |= ((v >>> i) & 1) << (31 - i);
  return x;
};

export const BITS64 = {
  'and.b64': wideEffect(
    L,
    (al, _ah, bl) => al & bl,
    (_al, ah, _bl, bh) => ah & bh,
  ),
  'or.b64': wideEffect(
    L,
    (al, _ah, bl) => al | bl,
    (_al, ah, _bl, bh) => ah | bh,
  ),
  'xor.b64': wideEffect(
    L,
    (al, _ah, bl) => al ^ bl,
    (_al, ah, _bl, bh) => ah ^ bh,
  ),
  'not.b64': wideEffect(
    ['b64'],
    low => ~low,
    (_low, high) => ~high,
  ),
  'cnot.b64': wideEffect(
    ['b64'],
    (low, high) => ((low | high) === 0 ? 1 : 0),
    () => 0,
  ),
  'shl.b64': wideEffect(
    N,
    (low, _high, n) => shiftLeftLow(low, n),
    (low, high, n) => shiftLeftHigh(low, high, n),
  ),
  'shr.s64': wideEffect(
    N,
    (low, high, n) => shiftRightLow(low, high, n, high >> 31),
    (_low, high, n) => shiftRightHigh(high, n, high >> 31),
  ),
  'shr.u64': wideEffect(
    N,
    (low, high, n) => shiftRightLow(low, high, n, 0),
    (_low, high, n) => shiftRightHigh(high, n, 0),
  ),
  'bfe.s64': wideEffect(
    ['b64', 'u32', 'u32'],
    (low, high, b, c) => lowWord(extract(unsigned64(low, high), b, c, true)),
    (low, high, b, c) => highWord(extract(unsigned64(low, high), b, c, true)),
  ),
  'bfe.u64': wideEffect(
    ['b64', 'u32', 'u32'],
    (low, high, b, c) => lowWord(extract(unsigned64(low, high), b, c, false)),
    (low, high, b, c) => highWord(extract(unsigned64(low, high), b, c, false)),
  ),
  'bfi.b64': wideEffect(
    ['b64', 'b64', 'u32', 'u32'],
    (al, ah, bl, bh, c, d) => lowWord(insert(unsigned64(al, ah), unsigned64(bl, bh), c, d)),
    (al, ah, bl, bh, c, d) => highWord(insert(unsigned64(al, ah), unsigned64(bl, bh), c, d)),
  ),
  'brev.b64': wideEffect(
    ['b64'],
    (_low, high) => reverse32(high),
    low => reverse32(low),
  ),
  'popc.b64': effect('s32', ['b64'], (low, high) => popcount32(low) + popcount32(high)),
  'clz.b64': effect('s32', ['b64'], (low, high) => (high === 0 ? 32 + Math.clz32(low) : Math.clz32(high))),
  'bfind.u64': effect('s32', ['b64'], topBit),
  'bfind.s64': effect('s32', ['b64'], (low, high) => (high < 0 ? topBit(~low, ~high) : topBit(low, high))),
  'selp.b64': wideEffect(
    ['b64', 'b64', 'pred'],
    (al, _ah, bl, _bh, p) => (p === 1 ? al : bl),
    (_al, ah, _bl, bh, p) => (p === 1 ? ah : bh),
  ),
  'slct.b64.s32': wideEffect(
    ['b64', 'b64', 's32'],
    (al, _ah, bl, _bh, c) => (c >= 0 ? al : bl),
    (_al, ah, _bl, bh, c) => (c >= 0 ? ah : bh),
  ),
  'slct.b64.f32': wideEffect(
    ['b64', 'b64', 'f32'],
    (al, _ah, bl, _bh, c) => (c >= 0 ? al : bl),
    (_al, ah, _bl, bh, c) => (c >= 0 ? ah : bh),
  ),
};

/** Effects on 64-bit integers, held as low and high words: each argument of kind b64 is two numbers. */

import { popcount32 } from '../../../base/bits.ts';
import { effect, wideEffect } from '../effect.ts';
import {
  addHigh,
  highWord,
  lessSigned,
  lessUnsigned,
  lowWord,
  mulHigh64,
  mulHigh64Signed,
  mulHighSigned,
  mulHighUnsigned,
  mulLowHigh,
  quotient,
  remainder,
  shiftLeftHigh,
  shiftLeftLow,
  shiftRightHigh,
  shiftRightLow,
  signed64,
  subHigh,
  unsigned64,
} from '../wide.ts';

const L = ['b64', 'b64'] as const;
const N = ['b64', 'u32'] as const;

type Divide = (a: bigint, b: bigint) => bigint;
type Convert = (low: number, high: number) => bigint;
const divided =
  (op: Divide, of: Convert, word: (v: bigint) => number) => (al: number, ah: number, bl: number, bh: number) =>
    word(op(of(al, ah), of(bl, bh)));

/** Values below 2^31 take the short way: index arithmetic nearly always does. */
const small = (al: number, ah: number, bl: number, bh: number): boolean => (ah | bh) === 0 && al >= 0 && bl > 0;

const divSigned = divided(quotient, signed64, lowWord);
const divUnsigned = divided(quotient, unsigned64, lowWord);
const remSigned = divided(remainder, signed64, lowWord);
const remUnsigned = divided(remainder, unsigned64, lowWord);
const divSignedHigh = divided(quotient, signed64, highWord);
const divUnsignedHigh = divided(quotient, unsigned64, highWord);
const remSignedHigh = divided(remainder, signed64, highWord);
const remUnsignedHigh = divided(remainder, unsigned64, highWord);

const negHigh = (low: number, high: number): number => (low === 0 ? -high | 0 : ~high);

/** Low and high word of the mask of `length` ones from bit `position` on. */
const fieldMask = (position: number, length: number): bigint =>
  position > 63 ? 0n : BigInt.asUintN(64, ((1n << BigInt(Math.min(length, 64))) - 1n) << BigInt(position));

function insert(a: bigint, b: bigint, c: number, d: number): bigint {
  const mask = fieldMask(c & 255, d & 255);
  return (b & ~mask) | ((a << BigInt(c & 255)) & mask);
}

function extract(a: bigint, b: number, c: number, signed: boolean): bigint {
  const position = b & 255;
  const length = c & 255;
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

export const INTEGER64 = {
  'add.b64': wideEffect(L, (al, _ah, bl) => (al + bl) | 0, addHigh),
  'sub.b64': wideEffect(L, (al, _ah, bl) => (al - bl) | 0, subHigh),
  'mul.lo.b64': wideEffect(L, (al, _ah, bl) => Math.imul(al, bl), mulLowHigh),
  'mul.hi.s64': wideEffect(
    L,
    (al, ah, bl, bh) => mulHigh64Signed(al, ah, bl, bh, 0),
    (al, ah, bl, bh) => mulHigh64Signed(al, ah, bl, bh, 1),
  ),
  'mul.hi.u64': wideEffect(
    L,
    (al, ah, bl, bh) => mulHigh64(al, ah, bl, bh, 0),
    (al, ah, bl, bh) => mulHigh64(al, ah, bl, bh, 1),
  ),
  'mad.lo.b64': wideEffect(
    ['b64', 'b64', 'b64'],
    (al, _ah, bl, _bh, cl) => (Math.imul(al, bl) + cl) | 0,
    (al, ah, bl, bh, cl, ch) => addHigh(Math.imul(al, bl), mulLowHigh(al, ah, bl, bh), cl, ch),
  ),
  'mad.wide.s32': wideEffect(
    ['s32', 's32', 'b64'],
    (a, b, cl) => (Math.imul(a, b) + cl) | 0,
    (a, b, cl, ch) => addHigh(Math.imul(a, b), mulHighSigned(a, b), cl, ch),
  ),
  'mad.wide.u32': wideEffect(
    ['u32', 'u32', 'b64'],
    (a, b, cl) => (Math.imul(a, b) + cl) | 0,
    (a, b, cl, ch) => addHigh(Math.imul(a, b), mulHighUnsigned(a, b), cl, ch),
  ),
  'div.s64': wideEffect(
    L,
    (al, ah, bl, bh) => (small(al, ah, bl, bh) ? (al / bl) | 0 : divSigned(al, ah, bl, bh)),
    (al, ah, bl, bh) => (small(al, ah, bl, bh) ? 0 : divSignedHigh(al, ah, bl, bh)),
  ),
  'div.u64': wideEffect(
    L,
    (al, ah, bl, bh) => (small(al, ah, bl, bh) ? (al / bl) | 0 : divUnsigned(al, ah, bl, bh)),
    (al, ah, bl, bh) => (small(al, ah, bl, bh) ? 0 : divUnsignedHigh(al, ah, bl, bh)),
  ),
  'rem.s64': wideEffect(
    L,
    (al, ah, bl, bh) => (small(al, ah, bl, bh) ? al % bl : remSigned(al, ah, bl, bh)),
    (al, ah, bl, bh) => (small(al, ah, bl, bh) ? 0 : remSignedHigh(al, ah, bl, bh)),
  ),
  'rem.u64': wideEffect(
    L,
    (al, ah, bl, bh) => (small(al, ah, bl, bh) ? al % bl : remUnsigned(al, ah, bl, bh)),
    (al, ah, bl, bh) => (small(al, ah, bl, bh) ? 0 : remUnsignedHigh(al, ah, bl, bh)),
  ),
  'neg.b64': wideEffect(['b64'], low => -low | 0, negHigh),
  'abs.b64': wideEffect(
    ['b64'],
    (low, high) => (high < 0 ? -low | 0 : low),
    (low, high) => (high < 0 ? negHigh(low, high) : high),
  ),
  'min.s64': wideEffect(
    L,
    (al, ah, bl, bh) => (lessSigned(al, ah, bl, bh) ? al : bl),
    (al, ah, bl, bh) => (lessSigned(al, ah, bl, bh) ? ah : bh),
  ),
  'max.s64': wideEffect(
    L,
    (al, ah, bl, bh) => (lessSigned(al, ah, bl, bh) ? bl : al),
    (al, ah, bl, bh) => (lessSigned(al, ah, bl, bh) ? bh : ah),
  ),
  'min.u64': wideEffect(
    L,
    (al, ah, bl, bh) => (lessUnsigned(al, ah, bl, bh) ? al : bl),
    (al, ah, bl, bh) => (lessUnsigned(al, ah, bl, bh) ? ah : bh),
  ),
  'max.u64': wideEffect(
    L,
    (al, ah, bl, bh) => (lessUnsigned(al, ah, bl, bh) ? bl : al),
    (al, ah, bl, bh) => (lessUnsigned(al, ah, bl, bh) ? bh : ah),
  ),
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
    ['b64', 's32', 's32'],
    (low, high, b, c) => lowWord(extract(unsigned64(low, high), b, c, true)),
    (low, high, b, c) => highWord(extract(unsigned64(low, high), b, c, true)),
  ),
  'bfe.u64': wideEffect(
    ['b64', 's32', 's32'],
    (low, high, b, c) => lowWord(extract(unsigned64(low, high), b, c, false)),
    (low, high, b, c) => highWord(extract(unsigned64(low, high), b, c, false)),
  ),
  'bfi.b64': wideEffect(
    ['b64', 'b64', 's32', 's32'],
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
  'mov.b64': wideEffect(
    ['b64'],
    low => low,
    (_low, high) => high,
  ),
  // The carry flag is a predicate: the first member of each pair is the sum, the second the carry out of it.
  'addc.b32': effect('s32', ['s32', 's32', 'pred'], (a, b, c) => (a + b + c) | 0),
  'addc.b32.carry': effect('pred', ['u32', 'u32', 'pred'], (a, b, c) => (a + b + c > 0xffffffff ? 1 : 0)),
  'subc.b32': effect('s32', ['s32', 's32', 'pred'], (a, b, c) => (a - b - c) | 0),
  'subc.b32.carry': effect('pred', ['u32', 'u32', 'pred'], (a, b, c) => (a - b - c < 0 ? 1 : 0)),
  'addc.b64': wideEffect(
    ['b64', 'b64', 'pred'],
    (al, _ah, bl, _bh, c) => (al + bl + c) | 0,
    (al, ah, bl, bh, c) => (ah + bh + ((al >>> 0) + (bl >>> 0) + c > 0xffffffff ? 1 : 0)) | 0,
  ),
  'addc.b64.carry': effect('pred', ['b64', 'b64', 'pred'], (al, ah, bl, bh, c) => {
    const carry = (al >>> 0) + (bl >>> 0) + c > 0xffffffff ? 1 : 0;
    return (ah >>> 0) + (bh >>> 0) + carry > 0xffffffff ? 1 : 0;
  }),
  'subc.b64': wideEffect(
    ['b64', 'b64', 'pred'],
    (al, _ah, bl, _bh, c) => (al - bl - c) | 0,
    (al, ah, bl, bh, c) => (ah - bh - ((al >>> 0) - (bl >>> 0) - c < 0 ? 1 : 0)) | 0,
  ),
  'subc.b64.carry': effect('pred', ['b64', 'b64', 'pred'], (al, ah, bl, bh, c) => {
    const borrow = (al >>> 0) - (bl >>> 0) - c < 0 ? 1 : 0;
    return (ah >>> 0) - (bh >>> 0) - borrow < 0 ? 1 : 0;
  }),
};

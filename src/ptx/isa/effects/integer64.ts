/** Arithmetic on 64-bit integers, held as low and high words: each argument of kind b64 is two numbers. */
import { wideEffect } from '../effect.ts';
import { lessSigned, lessUnsigned, mulHigh64, mulHigh64Signed, mulLowHigh } from '../wide-arithmetic.ts';
import {
  addHigh,
  highWord,
  lowWord,
  mulHighSigned,
  mulHighUnsigned,
  quotient,
  remainder,
  signed64,
  unsigned64,
} from '../wide-integers.ts';

const L = ['b64', 'b64'] as const;

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

export const INTEGER64 = {
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
};

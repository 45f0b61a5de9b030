/** Effects of the core's forms (`core-table.ts`): words, addresses, and comparisons of words. */
import { effect, wideEffect } from '../effect.ts';
import { addHigh, mulHighSigned, mulHighUnsigned, subHigh } from '../wide-integers.ts';
import { bit, clampShift, divide, modulo } from './words.ts';

const S = ['s32', 's32'] as const;
const U = ['u32', 'u32'] as const;
const S3 = ['s32', 's32', 's32'] as const;
const L = ['b64', 'b64'] as const;

export const CORE = {
  'add.b32': effect('s32', S, (a, b) => (a + b) | 0),
  'sub.b32': effect('s32', S, (a, b) => (a - b) | 0),
  'mul.lo.b32': effect('s32', S, (a, b) => Math.imul(a, b)),
  'mul.wide.s32': wideEffect(S, (a, b) => Math.imul(a, b), mulHighSigned),
  'mul.wide.u32': wideEffect(U, (a, b) => Math.imul(a, b), mulHighUnsigned),
  'mad.lo.b32': effect('s32', S3, (a, b, c) => (Math.imul(a, b) + c) | 0),
  'div.u32': effect('u32', U, (a, b) => Math.floor(divide(a, b))),
  'rem.u32': effect('u32', U, modulo),
  'neg.b32': effect('s32', ['s32'], a => -a | 0),
  'min.s32': effect('s32', S, (a, b) => Math.min(a, b)),
  'max.s32': effect('s32', S, (a, b) => Math.max(a, b)),
  'min.u32': effect('u32', U, (a, b) => Math.min(a, b)),
  'max.u32': effect('u32', U, (a, b) => Math.max(a, b)),
  'and.b32': effect('s32', S, (a, b) => a & b),
  'or.b32': effect('s32', S, (a, b) => a | b),
  'xor.b32': effect('s32', S, (a, b) => a ^ b),
  'not.b32': effect('s32', ['s32'], a => ~a),
  'shl.b32': effect('s32', ['s32', 'u32'], (a, n) => (n > 31 ? 0 : a << n)),
  'shr.s32': effect('s32', ['s32', 'u32'], (a, n) => a >> clampShift(n)),
  'shr.u32': effect('s32', ['s32', 'u32'], (a, n) => (n > 31 ? 0 : a >>> n)),
  'selp.b32': effect('s32', ['s32', 's32', 'pred'], (a, b, p) => (p === 1 ? a : b)),
  'mov.b32': effect('s32', ['s32'], a => a),
  'add.b64': wideEffect(L, (al, _ah, bl) => (al + bl) | 0, addHigh),
  'sub.b64': wideEffect(L, (al, _ah, bl) => (al - bl) | 0, subHigh),
  'eq.b32': effect('pred', ['s32', 's32'], (a, b) => bit(a === b)),
  'ne.b32': effect('pred', ['s32', 's32'], (a, b) => bit(a !== b)),
  'lt.s32': effect('pred', ['s32', 's32'], (a, b) => bit(a < b)),
  'le.s32': effect('pred', ['s32', 's32'], (a, b) => bit(a <= b)),
  'gt.s32': effect('pred', ['s32', 's32'], (a, b) => bit(a > b)),
  'ge.s32': effect('pred', ['s32', 's32'], (a, b) => bit(a >= b)),
  'lt.u32': effect('pred', ['u32', 'u32'], (a, b) => bit(a < b)),
  'le.u32': effect('pred', ['u32', 'u32'], (a, b) => bit(a <= b)),
  'gt.u32': effect('pred', ['u32', 'u32'], (a, b) => bit(a > b)),
  'ge.u32': effect('pred', ['u32', 'u32'], (a, b) => bit(a >= b)),
  'mov.b64': wideEffect(
    ['b64'],
    low => low,
    (_low, high) => high,
  ),
};

/**
 * Sums with a carry in and out. The carry flag is a predicate: the first member of each pair is the sum, the second the
 * carry out of it. For a difference, the carry is set if nothing was borrowed.
 */
import { effect, wideEffect } from '../effect.ts';

export const CARRY = {
  'addc.b32': effect('s32', ['s32', 's32', 'pred'], (a, b, c) => (a + b + c) | 0),
  'addc.b32.carry': effect('pred', ['u32', 'u32', 'pred'], (a, b, c) => (a + b + c > 0xffffffff ? 1 : 0)),
  'subc.b32': effect('s32', ['s32', 's32', 'pred'], (a, b, c) => (a - b - 1 + c) | 0),
  'subc.b32.carry': effect('pred', ['u32', 'u32', 'pred'], (a, b, c) => (a - b - 1 + c < 0 ? 0 : 1)),
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
    (al, _ah, bl, _bh, c) => (al - bl - 1 + c) | 0,
    (al, ah, bl, bh, c) => (ah - bh - ((al >>> 0) - (bl >>> 0) - 1 + c < 0 ? 1 : 0)) | 0,
  ),
  'subc.b64.carry': effect('pred', ['b64', 'b64', 'pred'], (al, ah, bl, bh, c) => {
    const borrow = (al >>> 0) - (bl >>> 0) - 1 + c < 0 ? 1 : 0;
    return (ah >>> 0) - (bh >>> 0) - borrow < 0 ? 0 : 1;
  }),
};

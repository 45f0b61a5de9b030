/** Comparisons: effects that give a predicate bit. Table of `setp` and `set` in the manual, ordered and unordered. */
import { type Effect, effect } from '../effect.ts';
import { lessSigned, lessUnsigned } from '../wide-arithmetic.ts';
import { bit } from './words.ts';

const wide = (run: (al: number, ah: number, bl: number, bh: number) => boolean): Effect =>
  effect('pred', ['b64', 'b64'], (al, ah, bl, bh) => bit(run(al, ah, bl, bh)));

const same = (al: number, ah: number, bl: number, bh: number): boolean => al === bl && ah === bh;

export const COMPARE = {
  'eq.b16': effect('pred', ['u16', 'u16'], (a, b) => bit(a === b)),
  'ne.b16': effect('pred', ['u16', 'u16'], (a, b) => bit(a !== b)),
  'lt.s16': effect('pred', ['s16', 's16'], (a, b) => bit(a < b)),
  'le.s16': effect('pred', ['s16', 's16'], (a, b) => bit(a <= b)),
  'gt.s16': effect('pred', ['s16', 's16'], (a, b) => bit(a > b)),
  'ge.s16': effect('pred', ['s16', 's16'], (a, b) => bit(a >= b)),
  'lt.u16': effect('pred', ['u16', 'u16'], (a, b) => bit(a < b)),
  'le.u16': effect('pred', ['u16', 'u16'], (a, b) => bit(a <= b)),
  'gt.u16': effect('pred', ['u16', 'u16'], (a, b) => bit(a > b)),
  'ge.u16': effect('pred', ['u16', 'u16'], (a, b) => bit(a >= b)),
  'eq.b64': wide(same),
  'ne.b64': wide((al, ah, bl, bh) => !same(al, ah, bl, bh)),
  'lt.s64': wide(lessSigned),
  'le.s64': wide((al, ah, bl, bh) => !lessSigned(bl, bh, al, ah)),
  'gt.s64': wide((al, ah, bl, bh) => lessSigned(bl, bh, al, ah)),
  'ge.s64': wide((al, ah, bl, bh) => !lessSigned(al, ah, bl, bh)),
  'lt.u64': wide(lessUnsigned),
  'le.u64': wide((al, ah, bl, bh) => !lessUnsigned(bl, bh, al, ah)),
  'gt.u64': wide((al, ah, bl, bh) => lessUnsigned(bl, bh, al, ah)),
  'ge.u64': wide((al, ah, bl, bh) => !lessUnsigned(al, ah, bl, bh)),
  'eq.f32': effect('pred', ['f32', 'f32'], (a, b) => bit(a === b)),
  'ne.f32': effect('pred', ['f32', 'f32'], (a, b) => bit(a < b || a > b)),
  'lt.f32': effect('pred', ['f32', 'f32'], (a, b) => bit(a < b)),
  'le.f32': effect('pred', ['f32', 'f32'], (a, b) => bit(a <= b)),
  'gt.f32': effect('pred', ['f32', 'f32'], (a, b) => bit(a > b)),
  'ge.f32': effect('pred', ['f32', 'f32'], (a, b) => bit(a >= b)),
};

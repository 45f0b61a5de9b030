/** Comparisons: effects that give a predicate bit. Table of `setp` and `set` in the manual, ordered and unordered. */
import { type Effect, effect, type ValueKind } from '../effect.ts';
import { lessSigned, lessUnsigned } from '../wide-integers.ts';

const bit = (condition: boolean): number => (condition ? 1 : 0);

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

const isNaNumber = (a: number): boolean => Number.isNaN(a);
const TESTS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a < b || a > b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  equ: (a, b) => !(a < b || a > b),
  neu: (a, b) => a !== b,
  ltu: (a, b) => !(a >= b),
  leu: (a, b) => !(a > b),
  gtu: (a, b) => !(a <= b),
  geu: (a, b) => !(a < b),
  num: (a, b) => !isNaNumber(a) && !isNaNumber(b),
  nan: (a, b) => isNaNumber(a) || isNaNumber(b),
};

/** Float comparison by name; null where the manual has none of that name. */
export function floatComparison(name: string, kind: ValueKind, prepare: (v: number) => number): Effect | null {
  const test = TESTS[name];
  return test ? effect('pred', [kind, kind], (a, b) => bit(test(prepare(a), prepare(b)))) : null;
}

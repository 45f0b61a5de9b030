/** Comparisons of floats, ordered and unordered: table of `setp` and `set` in the manual. */
import { type Effect, effect, type ValueKind } from '../effect.ts';
import { bit } from './words.ts';

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

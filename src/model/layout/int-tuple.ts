/**
 * Int tuples: an integer, or a tuple of int tuples. Shapes, strides and coordinates are such. Integers are exact to 2^53;
 * divisions truncate towards zero, as in C++.
 */
import { ok } from '../../base/result.ts';
import { allModes, type Refusable, refuse } from './layout-error.ts';

export type IntTuple = number | readonly IntTuple[];

export const isInt = (t: IntTuple): t is number => typeof t === 'number';

/** An integer has rank 1, as in CuTe. */
export const rank = (t: IntTuple): number => (isInt(t) ? 1 : t.length);

/** Mode number `mode`; an integer is its own mode 0. */
export const modeOf = (t: IntTuple, mode: number): IntTuple => (isInt(t) ? t : t[mode]);

export function product(t: IntTuple): number {
  if (isInt(t)) return t;
  let all = 1;
  for (const part of t) all *= product(part);
  return all;
}

export function flatten(t: IntTuple): readonly number[] {
  const leaves: number[] = [];
  gather(t, leaves);
  return leaves;
}

function gather(t: IntTuple, leaves: number[]): void {
  if (isInt(t)) leaves.push(t);
  else for (const part of t) gather(part, leaves);
}

/** Same ranks and nesting all the way down. */
export const congruent = (a: IntTuple, b: IntTuple): boolean =>
  isInt(a) || isInt(b)
    ? isInt(a) && isInt(b)
    : a.length === b.length && a.every((part, mode) => congruent(part, b[mode]));

/** Whether each coordinate of shape a is one of shape b: equal sizes at each leaf of a. A partial order. */
export const compatible = (a: IntTuple, b: IntTuple): boolean =>
  isInt(a)
    ? a === product(b)
    : !isInt(b) && a.length === b.length && a.every((part, mode) => compatible(part, b[mode]));

/** Sum of the products of leaves that lie at the same place, exact or refused. */
export function innerProduct(a: IntTuple, b: IntTuple): Refusable<number> {
  if (!congruent(a, b)) return refuse('profile', 'the two int tuples have different profiles');
  const right = flatten(b);
  return exactSum(flatten(a).map((value, i) => value * right[i]));
}

/** Refused where a part or a sum on the way is beyond 2^53: what is rounded once may look exact later. */
export function exactSum(parts: readonly number[]): Refusable<number> {
  let sum = 0;
  for (const part of parts) {
    sum += part;
    if (!Number.isSafeInteger(part) || !Number.isSafeInteger(sum))
      return refuse('range', 'a sum on the way exceeds 2^53');
  }
  return ok(sum);
}

/** At each leaf the product of all leaves before it, times `init`: the strides of the compact layout, first mode fastest. */
export function prefixProduct(t: IntTuple, init = 1): IntTuple {
  let running = init;
  const leaf = (part: IntTuple): IntTuple => {
    if (!isInt(part)) return part.map(leaf);
    const before = running;
    running *= part;
    return before;
  };
  return leaf(t);
}

/**
 * CuTe's division of shapes. Tuple by tuple: leaf by leaf. Tuple by integer: the divisor is used up from the left, so
 * (4,5,6) / 40 = (1,1,3). Integer by tuple: by its product. Two integers must divide one another, either way round; the
 * quotient is rounded away from zero, so 2 / 6 = 1. Where CuTe waives the check (dynamic integers) this one does not.
 */
export function shapeDiv(a: IntTuple, b: IntTuple): Refusable<IntTuple> {
  if (isInt(a)) return quotient(a, product(b));
  if (isInt(b)) return foldedDiv(a, b);
  if (a.length !== b.length) return refuse('profile', `a tuple of ${a.length} by one of ${b.length}`);
  return allModes(a.map((part, mode) => shapeDiv(part, b[mode])));
}

function foldedDiv(a: readonly IntTuple[], divisor: number): Refusable<IntTuple> {
  let rest = divisor;
  const parts = a.map(part => {
    const divided = shapeDiv(part, rest);
    const left = quotient(rest, product(part));
    if (left.ok) rest = left.value;
    return divided;
  });
  return allModes(parts);
}

function quotient(a: number, b: number): Refusable<number> {
  if (b === 0) return refuse('inadmissible', `${a} / 0`);
  if (a % b !== 0 && (a === 0 || b % a !== 0))
    return refuse('inadmissible', `${a} / ${b}: neither is a multiple of the other`);
  const whole = Math.trunc(a / b);
  return ok(whole !== 0 ? whole : Math.sign(a) * Math.sign(b));
}

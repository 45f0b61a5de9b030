/**
 * An int tuple is an integer, or a tuple of int tuples. Shapes, strides and coordinates are int tuples. Integers are
 * exact up to 2^53; divisions truncate towards zero, as in C++.
 */
import { ok } from '../../base/result.ts';
import { allModes, type Refusable, refuse } from './layout-error.ts';

export type IntTuple = number | readonly IntTuple[];

export const isInt = (t: IntTuple): t is number => typeof t === 'number';

/** An integer has rank 1, as in CuTe. */
export const rank = (t: IntTuple): number => (isInt(t) ? 1 : t.length);

/** The mode of this number; an integer is its own mode 0. */
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

/** Whether both have the same ranks and the same nesting at every level. */
export const congruent = (a: IntTuple, b: IntTuple): boolean =>
  isInt(a) || isInt(b)
    ? isInt(a) && isInt(b)
    : a.length === b.length && a.every((part, mode) => congruent(part, b[mode]));

/**
 * Whether every coordinate of shape a is also a coordinate of shape b, that is, whether the sizes agree at each leaf of
 * a. A partial order.
 */
export const compatible = (a: IntTuple, b: IntTuple): boolean =>
  isInt(a)
    ? a === product(b)
    : !isInt(b) && a.length === b.length && a.every((part, mode) => compatible(part, b[mode]));

/** The sum of the products of leaves at the same place; refused if it is not exact. */
export function innerProduct(a: IntTuple, b: IntTuple): Refusable<number> {
  if (!congruent(a, b)) return refuse('profile', 'the two int tuples have different profiles');
  const right = flatten(b);
  return exactSum(flatten(a).map((value, i) => value * right[i]));
}

/** Refused if a part or a partial sum is beyond 2^53, since a sum that was rounded on the way may look exact at the end. */
export function exactSum(parts: readonly number[]): Refusable<number> {
  let sum = 0;
  for (const part of parts) {
    sum += part;
    if (!Number.isSafeInteger(part) || !Number.isSafeInteger(sum))
      return refuse('range', 'a sum on the way exceeds 2^53');
  }
  return ok(sum);
}

/**
 * Each leaf of the result is `init` times the product of all leaves before it: the strides of the compact layout, first
 * mode fastest.
 */
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
 * CuTe's division of shapes. Tuple by tuple divides leaf by leaf. Tuple by integer uses the divisor up from the left, so
 * (4,5,6) / 40 = (1,1,3). Integer by tuple divides by the tuple's product. Of two integers one must divide the other; the
 * quotient is rounded away from zero, so 2 / 6 = 1. CuTe skips this check for dynamic integers; here it always applies.
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

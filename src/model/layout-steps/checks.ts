/**
 * Post-conditions of the layout algebra, evaluated point by point: whether each holds, or the first point at which it
 * does not.
 */

export type LayoutVerdict =
  | { readonly kind: 'agree'; readonly points: number }
  | { readonly kind: 'differ'; readonly at: number; readonly found: string }
  | { readonly kind: 'skipped'; readonly why: string };

export interface Check {
  /** 'R(i) = A(B(i))'. */
  readonly claim: string;
  readonly verdict: LayoutVerdict;
}

type OfIndex = (index: number) => number;

/** Checking more points would take too long for a picture. */
export const MOST_POINTS = 2 ** 17;

const TOO_MANY = `more than ${MOST_POINTS.toLocaleString('en-US')} points`;

/** Checks point by point. `found` returns null if the claim holds at a point, else what is wrong there. */
function checked(claim: string, points: number, found: (index: number) => string | null): Check {
  if (points > MOST_POINTS) return { claim, verdict: { kind: 'skipped', why: TOO_MANY } };
  for (let at = 0; at < points; at++) {
    const wrong = found(at);
    if (wrong !== null) return { claim, verdict: { kind: 'differ', at, found: wrong } };
  }
  return { claim, verdict: { kind: 'agree', points } };
}

export const skipped = (claim: string, why: string): Check => ({ claim, verdict: { kind: 'skipped', why } });

/** The claim that two functions of whole numbers are equal. */
export const sameFunction = (claim: string, points: number, found: OfIndex, expected: OfIndex): Check =>
  checked(claim, points, i => (found(i) === expected(i) ? null : `${found(i)} instead of ${expected(i)}`));

/** The claim that each value is greater than the one before. */
export const ascending = (claim: string, points: number, values: OfIndex): Check =>
  checked(claim, points, i => (i === 0 || values(i) > values(i - 1) ? null : `${values(i)} after ${values(i - 1)}`));

/** The claim that no value of the second function, from its point `from` on, is a value of the first. */
export function disjoint(claim: string, [points, values]: Points, [others, other]: Points, from = 0): Check {
  if (Math.max(points, others) > MOST_POINTS) return skipped(claim, TOO_MANY);
  const taken = new Set(Array.from({ length: points }, (_, i) => values(i)));
  return checked(claim, others, i => (i >= from && taken.has(other(i)) ? `${other(i)} is in both` : null));
}

type Points = readonly [points: number, values: OfIndex];

/** The claim that no value occurs twice. */
export function injective(claim: string, points: number, values: OfIndex): Check {
  if (points > MOST_POINTS) return skipped(claim, TOO_MANY);
  const seen = new Map<number, number>();
  return checked(claim, points, i => {
    const first = seen.get(values(i));
    seen.set(values(i), i);
    return first === undefined ? null : `${values(i)} as at ${first}`;
  });
}

/** The claim that each of the values 0 to `count` - 1 occurs; `points` is how many points may cover them. */
export function covers(claim: string, count: number, points: number, values: OfIndex): Check {
  if (Math.max(points, count) > MOST_POINTS) return skipped(claim, TOO_MANY);
  const reached = new Set(Array.from({ length: points }, (_, i) => values(i)));
  return checked(claim, count, i => (reached.has(i) ? null : `${i} is never reached`));
}

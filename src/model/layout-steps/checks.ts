/** Post-conditions of the layout algebra, evaluated point by point: what holds, or where it first does not. */

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

/** More points take longer than a picture may. */
export const MOST_POINTS = 2 ** 17;

const TOO_MANY = `more than ${MOST_POINTS.toLocaleString('en-US')} points`;

/** Point by point; `found` says null where it holds. */
function checked(claim: string, points: number, found: (index: number) => string | null): Check {
  if (points > MOST_POINTS) return { claim, verdict: { kind: 'skipped', why: TOO_MANY } };
  for (let at = 0; at < points; at++) {
    const wrong = found(at);
    if (wrong !== null) return { claim, verdict: { kind: 'differ', at, found: wrong } };
  }
  return { claim, verdict: { kind: 'agree', points } };
}

export const skipped = (claim: string, why: string): Check => ({ claim, verdict: { kind: 'skipped', why } });

/** Two functions of whole numbers are one. */
export const sameFunction = (claim: string, points: number, found: OfIndex, expected: OfIndex): Check =>
  checked(claim, points, i => (found(i) === expected(i) ? null : `${found(i)} instead of ${expected(i)}`));

/** Each value is greater than the one before. */
export const ascending = (claim: string, points: number, values: OfIndex): Check =>
  checked(claim, points, i => (i === 0 || values(i) > values(i - 1) ? null : `${values(i)} after ${values(i - 1)}`));

/** No value of the second function, from its point `from` on, is one of the first. */
export function disjoint(claim: string, [points, values]: Points, [others, other]: Points, from = 0): Check {
  if (Math.max(points, others) > MOST_POINTS) return skipped(claim, TOO_MANY);
  const taken = new Set(Array.from({ length: points }, (_, i) => values(i)));
  return checked(claim, others, i => (i >= from && taken.has(other(i)) ? `${other(i)} is in both` : null));
}

type Points = readonly [points: number, values: OfIndex];

/** No value twice. */
export function injective(claim: string, points: number, values: OfIndex): Check {
  if (points > MOST_POINTS) return skipped(claim, TOO_MANY);
  const seen = new Map<number, number>();
  return checked(claim, points, i => {
    const first = seen.get(values(i));
    seen.set(values(i), i);
    return first === undefined ? null : `${values(i)} as at ${first}`;
  });
}

/** The values are 0 to `count` - 1, each of them; points count what is covered. */
export function covers(claim: string, count: number, points: number, values: OfIndex): Check {
  if (Math.max(points, count) > MOST_POINTS) return skipped(claim, TOO_MANY);
  const reached = new Set(Array.from({ length: points }, (_, i) => values(i)));
  return checked(claim, count, i => (reached.has(i) ? null : `${i} is never reached`));
}

/** f64 arithmetic rounded in a direction: the nearest double, stepped towards the exact result. */
import { type Dyadic, difference, dyadic, neighbour64, product, sum } from './dyadic.ts';
import type { Rounding } from './float-arithmetic.ts';
import { fma64 } from './fma64.ts';

type Run = (a: number, b: number, c: number) => number;

interface Operation64 {
  readonly nearest: Run;
  /** Has the sign of the exact result minus `r`. */
  readonly rest: (r: Dyadic, a: Dyadic, b: Dyadic, c: Dyadic) => Dyadic;
  /** The two numbers of which the result is the sum: when they cancel, it is -0 rounded down. */
  readonly terms?: (a: number, b: number, c: number) => readonly [number, number];
}

const OPERATIONS = {
  add: { nearest: (a, b) => a + b, rest: (r, a, b) => difference(sum(a, b), r), terms: (a, b) => [a, b] },
  sub: { nearest: (a, b) => a - b, rest: (r, a, b) => difference(difference(a, b), r), terms: (a, b) => [a, -b] },
  mul: { nearest: (a, b) => a * b, rest: (r, a, b) => difference(product(a, b), r) },
  fma: { nearest: fma64, rest: (r, a, b, c) => difference(sum(product(a, b), c), r), terms: (a, b, c) => [a * b, c] },
  div: { nearest: (a, b) => a / b, rest: (r, a, b) => product(difference(a, product(r, b)), b) },
  sqrt: { nearest: a => Math.sqrt(a), rest: (r, a) => difference(a, product(r, r)) },
} as const satisfies Readonly<Record<string, Operation64>>;

const isNegative = (value: number): boolean => value < 0 || Object.is(value, -0);
const isPlusZero = (value: number): boolean => Object.is(value, 0);

/** `.rz`, `.rm` or `.rp` of an operation. Sources that it has not are 0. */
export function directed64(name: keyof typeof OPERATIONS | 'rcp', rounding: Rounding): Run {
  if (name === 'rcp') {
    const quotient = directed64('div', rounding);
    return a => quotient(1, a, 0);
  }
  const { nearest, rest, terms }: Operation64 = OPERATIONS[name];
  return (a, b, c) => {
    const r = nearest(a, b, c);
    if (!(Number.isFinite(a) && Number.isFinite(b) && Number.isFinite(c)) || Number.isNaN(r)) return r;
    const direction = rounding === 'rp' || (rounding === 'rz' && isNegative(r)) ? 1 : -1;
    // Infinite by overflow, not by a division by zero, is rounded like a number beyond the largest one.
    if (!Number.isFinite(r)) return b === 0 || r > 0 === direction > 0 ? r : -direction * Number.MAX_VALUE;
    const [excess] = rest(dyadic(r), dyadic(a), dyadic(b), dyadic(c));
    if (excess !== 0n) return excess > 0n === direction > 0 ? neighbour64(r, direction) : r;
    return r === 0 && rounding === 'rm' && terms && !terms(a, b, c).every(isPlusZero) ? -0 : r;
  };
}

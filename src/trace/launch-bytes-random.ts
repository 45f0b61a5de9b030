/** The pseudo-random numbers of a launch: the same on every machine, whatever makes them. */

import type { FieldError } from '../base/field-error.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { BufferInit, ElementType } from './launch.ts';
import { integerLimits } from './launch-bytes-elements.ts';

type RandomInit = Extract<BufferInit, { readonly kind: 'random' }>;

const TWO_TO_32 = 2 ** 32;

const fail = (message: string, field: string): Result<never, FieldError> => err({ message, field });

/** Next state of xorshift32 (Marsaglia, "Xorshift RNGs", 2003; shifts 13, 17, 5). */
function xorshift32(state: number): number {
  let x = state ^ (state << 13);
  x ^= x >>> 17;
  return (x ^ (x << 5)) >>> 0;
}

/** Spec that makes the elements from number `first` on. The seed of `init` must already be checked. */
export const randomFrom = (init: RandomInit, first: number): RandomInit => ({
  ...init,
  seed: stateAfter(init.seed, first),
});

/** A step is linear over bits, and so are many: where they take each bit alone says where they take a state. */
function stateAfter(seed: number, steps: number): number {
  let state = seed;
  let columns = Array.from({ length: 32 }, (_, bit) => xorshift32((1 << bit) >>> 0));
  for (let left = steps; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) state = taken(state, columns);
    columns = columns.map(column => taken(column, columns));
  }
  return state;
}

/** The state after the number of steps for which `columns` was made. */
const taken = (state: number, columns: readonly number[]): number =>
  columns.reduce((sum, column, bit) => (state & (1 << bit) ? sum ^ column : sum), 0) >>> 0;

/** Checks the description; the function it returns fills the elements of one block after the other. */
export function randomNumbers(
  type: ElementType,
  init: RandomInit,
  at: string,
): Result<(block: Float64Array) => void, FieldError> {
  if (!Number.isInteger(init.seed) || init.seed < 1 || init.seed >= TWO_TO_32) {
    return fail(`${init.seed}: expected an integer from 1 to 2^32 - 1 (xorshift32 stays at 0)`, `${at}.seed`);
  }
  const range = randomRange(type, init, at);
  if (!range.ok) return range;
  const { low, high } = range.value;
  const isInteger = init.integers === true || integerLimits(type) !== null;
  return ok(isInteger ? fillIntegers(init.seed, low, high) : fillReals(init.seed, low, high));
}

function fillReals(seed: number, low: number, high: number): (block: Float64Array) => void {
  let state = seed;
  return block => {
    let x = state;
    for (let i = 0; i < block.length; i++) {
      x = xorshift32(x);
      block[i] = low + (x / TWO_TO_32) * (high - low);
    }
    state = x;
  };
}

function fillIntegers(seed: number, low: number, high: number): (block: Float64Array) => void {
  let state = seed;
  const span = high - low + 1;
  return block => {
    let x = state;
    for (let i = 0; i < block.length; i++) {
      x = xorshift32(x);
      // x mod span, exact: the quotient is at least 1 / span below the next integer, far more than a double's rounding.
      block[i] = low + (x - Math.floor(x / span) * span);
    }
    state = x;
  };
}

/** Both ends of the range, checked against the element type. */
function randomRange(
  type: ElementType,
  init: RandomInit,
  at: string,
): Result<{ readonly low: number; readonly high: number }, FieldError> {
  const limits = integerLimits(type);
  const low = init.low ?? 0;
  const high = init.high ?? (limits === null ? 1 : Math.min(Number(limits[1]), TWO_TO_32 - 1));
  const isInteger = init.integers === true || limits !== null;
  const breach = endBreach(type, low, isInteger, `${at}.low`) ?? endBreach(type, high, isInteger, `${at}.high`);
  if (breach !== null) return err(breach);
  if (high < low) return fail(`${high} is below low, which is ${low}`, `${at}.high`);
  return Number.isFinite(high - low) ? ok({ low, high }) : fail('high - low overflows', `${at}.high`);
}

function endBreach(type: ElementType, end: number, isInteger: boolean, field: string): FieldError | null {
  const limits = integerLimits(type);
  if (!Number.isFinite(end)) return { message: `${end}: expected a number`, field };
  if (isInteger && !Number.isSafeInteger(end)) return { message: `${end}: expected an integer below 2^53`, field };
  const fits = limits === null || (BigInt(end) >= limits[0] && BigInt(end) <= limits[1]);
  return fits ? null : { message: `${end} does not fit ${type}`, field };
}

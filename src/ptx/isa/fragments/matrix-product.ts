/**
 * D = A B + C on fragments. Floats of at most 32 bits are added as tensor cores do (`tensor-sums.ts`), from C on; those of 8
 * bits, which an H200 multiplies as f16, in two halves from 0 on, and C is added afterwards. Sums of integers are exact and
 * wrap. f64 is a chain of fused multiply-adds, k ascending, that begins with C.
 */

import type { Lanes } from '../../machine/operation.ts';
import { doubleOfWords, highWordOfDouble, lowWordOfDouble } from '../float.ts';
import { fma64 } from '../fma64.ts';
import type { Fragment } from './fragment.ts';
import { DECODE_WORD, type ElementType, ENCODE, isNarrow, type NarrowType, numbersOf } from './matrix-elements.ts';
import { AFTER_STEP, ExponentMatrix, KEPT_PLACES, LEAST_EXPONENT, type Steps, sumFrom } from './tensor-sums.ts';

/** A fragment in registers: `slots` has at least as many as the fragment has registers. */
export interface Held {
  readonly fragment: Fragment;
  readonly type: ElementType;
  readonly slots: readonly number[];
}

type Slots = Held['slots'];

const LARGEST = 2 ** 31 - 1;
/** Elements of the largest matrix, 16 x 64. */
const MOST_ELEMENTS = 1024;

const factorsA = new ExponentMatrix(MOST_ELEMENTS);
const factorsB = new ExponentMatrix(MOST_ELEMENTS);
const a = factorsA.values;
const b = factorsB.values;
const c = new Float64Array(MOST_ELEMENTS);

/** `b` is held by columns. `saturates`: integers clamp instead of wrapping. */
export interface Product {
  readonly a: Held;
  readonly b: Held;
  readonly c: Held;
  readonly d: Held;
  readonly saturates: boolean;
  /** Of floats. */
  readonly steps: Steps;
}

export function multiply(lanes: Lanes, product: Product): void {
  const { fragment } = product.a;
  const columns = product.b.fragment.rows;
  readFragment(lanes, product.a, a);
  readFragment(lanes, product.b, b);
  readFragment(lanes, product.c, c);
  if (product.d.type === 'f64') chain(fragment.rows, columns, fragment.columns);
  else if (product.d.type === 's32') accumulate(fragment.rows, columns, fragment.columns);
  else addAsTensorCores(product);
  if (product.saturates) for (let i = 0; i < fragment.rows * columns; i++) c[i] = clamp(c[i]);
  write(lanes, product.d);
}

const clamp = (value: number): number => Math.max(-LARGEST - 1, Math.min(LARGEST, value));

function accumulate(rows: number, columns: number, depth: number): void {
  for (let m = 0; m < rows; m++) {
    for (let n = 0; n < columns; n++) {
      let sum = 0;
      for (let i = m * depth, j = n * depth; i < (m + 1) * depth; i++, j++) sum += a[i] * b[j];
      c[m * columns + n] += sum;
    }
  }
}

function addAsTensorCores({ a: { fragment, type }, b: { fragment: turned, type: typeB }, d, steps }: Product): void {
  const [rows, columns, depth] = [fragment.rows, turned.rows, fragment.columns];
  const { order, stepDepth } = steps;
  if (order) factorsA.order(rows, order);
  if (order) factorsB.order(columns, order);
  factorsA.note(rows * depth, LEAST_EXPONENT[type]);
  factorsB.note(columns * depth, LEAST_EXPONENT[typeB]);
  const startsAtC = type !== 'e4m3' && type !== 'e5m2';
  const round = AFTER_STEP[d.type as keyof typeof AFTER_STEP];
  const sums = { a: factorsA, b: factorsB, stepDepth, depth, keptPlaces: KEPT_PLACES, round };
  for (let m = 0; m < rows; m++) {
    for (let n = 0; n < columns; n++) {
      const at = m * columns + n;
      const sum = sumFrom(startsAtC ? c[at] : 0, sums, m * depth, n * depth);
      c[at] = startsAtC ? sum : c[at] + sum;
    }
  }
}

function chain(rows: number, columns: number, depth: number): void {
  for (let m = 0; m < rows; m++) {
    for (let n = 0; n < columns; n++) {
      let sum = c[m * columns + n];
      for (let k = 0; k < depth; k++) sum = fma64(a[m * depth + k], b[n * depth + k], sum);
      c[m * columns + n] = sum;
    }
  }
}

/** The elements in their matrix, row by row. */
export function readFragment({ r }: Lanes, { fragment, type, slots }: Held, into: Float64Array): void {
  if (isNarrow(type)) readNarrow(r, fragment, type, slots, into);
  else if (type === 'f64') readDoubles(r, fragment, slots, into);
  else readWords(r, fragment, DECODE_WORD[type], slots, into);
}

function readNarrow(
  r: Int32Array,
  { registers, perRegister, place }: Fragment,
  type: NarrowType,
  slots: Slots,
  into: Float64Array,
): void {
  const numbers = numbersOf(type);
  const last = numbers.length - 1;
  const bits = 32 / perRegister;
  for (let n = 0, at = 0; n < registers; n++) {
    for (let i = slots[n]; i < slots[n] + 32; i++) {
      const word = r[i];
      for (let shift = 0; shift < 32; shift += bits) into[place[at++]] = numbers[(word >>> shift) & last];
    }
  }
}

function readWords(
  r: Int32Array,
  { registers, place }: Fragment,
  decode: (word: number) => number,
  slots: Slots,
  into: Float64Array,
): void {
  for (let n = 0, at = 0; n < registers; n++) {
    for (let i = slots[n]; i < slots[n] + 32; i++) into[place[at++]] = decode(r[i]);
  }
}

function readDoubles(r: Int32Array, { registers, place }: Fragment, slots: Slots, into: Float64Array): void {
  for (let n = 0, at = 0; n < registers; n++) {
    for (let i = slots[n]; i < slots[n] + 32; i++) into[place[at++]] = doubleOfWords(r[i], r[i + 32]);
  }
}

function write({ r }: Lanes, { fragment, type, slots }: Held): void {
  if (type === 'f64') writeDoubles(r, fragment, slots);
  else writeWords(r, fragment, ENCODE[type as keyof typeof ENCODE], slots);
}

function writeWords(
  r: Int32Array,
  { registers, perRegister, place }: Fragment,
  encode: (value: number) => number,
  slots: Slots,
): void {
  const bits = 32 / perRegister;
  for (let n = 0, at = 0; n < registers; n++) {
    for (let i = slots[n]; i < slots[n] + 32; i++) {
      let word = 0;
      for (let shift = 0; shift < 32; shift += bits) word |= encode(c[place[at++]]) << shift;
      r[i] = word;
    }
  }
}

/** High word of what an invalid operation gives; the low word is 0. */
const NAN_HIGH = 0xfff80000 | 0;

function writeDoubles(r: Int32Array, { registers, place }: Fragment, slots: Slots): void {
  for (let n = 0, at = 0; n < registers; n++) {
    for (let i = slots[n]; i < slots[n] + 32; i++) {
      const value = c[place[at++]];
      const isNumber = !Number.isNaN(value);
      r[i] = isNumber ? lowWordOfDouble(value) : 0;
      r[i + 32] = isNumber ? highWordOfDouble(value) : NAN_HIGH;
    }
  }
}

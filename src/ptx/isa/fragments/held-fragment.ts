/** The numbers of a matrix in the registers of a warp's lanes, read and written. */
import type { Lanes } from '../../machine/operation.ts';
import { doubleOfWords, highWordOfDouble, lowWordOfDouble } from '../float.ts';
import type { MatrixFragment } from './fragment.ts';
import {
  DECODE_WORD,
  ENCODE,
  isNarrow,
  type MatrixElementType,
  type NarrowType,
  numbersOf,
} from './matrix-elements.ts';

/** A fragment in registers: `slots` has at least as many as the fragment has registers. */
export interface Held {
  readonly fragment: MatrixFragment;
  readonly type: MatrixElementType;
  readonly slots: readonly number[];
}

type Slots = Held['slots'];

/** The elements in their matrix, row by row. */
export function readFragment({ r }: Lanes, { fragment, type, slots }: Held, into: Float64Array): void {
  if (isNarrow(type)) readNarrow(r, fragment, type, slots, into);
  else if (type === 'f64') readDoubles(r, fragment, slots, into);
  else readWords(r, fragment, DECODE_WORD[type], slots, into);
}

function readNarrow(
  r: Int32Array,
  { registers, perRegister, place }: MatrixFragment,
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
  { registers, place }: MatrixFragment,
  decode: (word: number) => number,
  slots: Slots,
  into: Float64Array,
): void {
  for (let n = 0, at = 0; n < registers; n++) {
    for (let i = slots[n]; i < slots[n] + 32; i++) into[place[at++]] = decode(r[i]);
  }
}

function readDoubles(r: Int32Array, { registers, place }: MatrixFragment, slots: Slots, into: Float64Array): void {
  for (let n = 0, at = 0; n < registers; n++) {
    for (let i = slots[n]; i < slots[n] + 32; i++) into[place[at++]] = doubleOfWords(r[i], r[i + 32]);
  }
}

/** The other way round. */
export function writeFragment({ r }: Lanes, { fragment, type, slots }: Held, from: Float64Array): void {
  if (type === 'f64') writeDoubles(r, fragment, slots, from);
  else writeWords(r, fragment, ENCODE[type as keyof typeof ENCODE], slots, from);
}

function writeWords(
  r: Int32Array,
  { registers, perRegister, place }: MatrixFragment,
  encode: (value: number) => number,
  slots: Slots,
  from: Float64Array,
): void {
  const bits = 32 / perRegister;
  for (let n = 0, at = 0; n < registers; n++) {
    for (let i = slots[n]; i < slots[n] + 32; i++) {
      let word = 0;
      for (let shift = 0; shift < 32; shift += bits) word |= encode(from[place[at++]]) << shift;
      r[i] = word;
    }
  }
}

/** High word of what an invalid operation gives; the low word is 0. */
const NAN_HIGH = 0xfff80000 | 0;

function writeDoubles(r: Int32Array, { registers, place }: MatrixFragment, slots: Slots, from: Float64Array): void {
  for (let n = 0, at = 0; n < registers; n++) {
    for (let i = slots[n]; i < slots[n] + 32; i++) {
      const value = from[place[at++]];
      const isNumber = !Number.isNaN(value);
      r[i] = isNumber ? lowWordOfDouble(value) : 0;
      r[i + 32] = isNumber ? highWordOfDouble(value) : NAN_HIGH;
    }
  }
}

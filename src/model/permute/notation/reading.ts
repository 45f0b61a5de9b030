/** The result of reading a pasted text as a permutation, and the error if it cannot be read. */
import { MOST_ELEMENTS } from '../permutation.ts';

export interface Reading {
  /** The common name: 'PyTorch', 'einops'. */
  readonly notation: string;
  /** Null if the text does not give a shape, so that the page's stays. */
  readonly shape: readonly number[] | null;
  readonly perm: readonly number[] | null;
  readonly elementBytes: number | null;
  /** One sentence that says what was assumed or ignored; '' if nothing was. */
  readonly note: string;
}

export interface NotationError {
  /** Index of the character at which the text cannot be read. */
  readonly position: number;
  /** 'character 12: expected …, got …'; characters are counted from 1. */
  readonly message: string;
}

/** Thrown inside the readers only; `readNotation` turns it into a `NotationError`. */
export class Unreadable extends Error {
  readonly position: number;

  constructor(position: number, expectation: string) {
    super(`character ${position + 1}: ${expectation}`);
    this.position = position;
  }
}

/** The text as errors quote it: in quotes, and short. */
export const quoted = (text: string): string => (text.length > 24 ? `'${text.slice(0, 23)}…'` : `'${text}'`);

/** A whole number that can be an extent. */
export function extentAt(position: number, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1 && value <= MOST_ELEMENTS) return value;
  throw new Unreadable(position, `expected a size from 1 to 2^38, got ${value}`);
}

/** A dimension as PyTorch and NumPy count them: negative numbers count from the end. */
export function dimensionAt(position: number, value: number, rank: number): number {
  if (Number.isInteger(value) && value >= -rank && value < rank) return value < 0 ? value + rank : value;
  throw new Unreadable(position, `expected a dimension from ${-rank} to ${rank - 1}, got ${value}`);
}

export interface PlacedNumber {
  readonly value: number;
  readonly at: number;
}

/** Checks that each dimension occurs once; keeps the order. */
export function permutationAt(dims: readonly PlacedNumber[]): number[] {
  const perm: number[] = [];
  for (const { value, at } of dims) {
    const dim = dimensionAt(at, value, dims.length);
    if (perm.includes(dim)) throw new Unreadable(at, `expected each dimension once, got ${value} again`);
    perm.push(dim);
  }
  return perm;
}

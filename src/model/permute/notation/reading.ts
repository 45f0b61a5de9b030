/** What a pasted text says of a permutation, and how a text that says nothing is refused. */

export interface Reading {
  /** As people call it: 'PyTorch', 'einops'. */
  readonly notation: string;
  /** Null where the text leaves it to the page. */
  readonly shape: readonly number[] | null;
  readonly perm: readonly number[] | null;
  readonly elementBytes: number | null;
  /** What was assumed or left out, as a sentence; '' where nothing was. */
  readonly note: string;
}

export interface NotationError {
  /** Index of the character of the text at which it cannot be read. */
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

/** `text` as it stands in an error: quoted, and short. */
export const quoted = (text: string): string => (text.length > 24 ? `'${text.slice(0, 23)}…'` : `'${text}'`);

const MOST = 2 ** 31;

/** A whole number that can be an extent. */
export function extentAt(position: number, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1 && value <= MOST) return value;
  throw new Unreadable(position, `expected a size from 1 to 2^31, got ${value}`);
}

/** Dimensions as PyTorch and NumPy count them: negative ones from the end. */
export function dimensionAt(position: number, value: number, rank: number): number {
  if (Number.isInteger(value) && value >= -rank && value < rank) return value < 0 ? value + rank : value;
  throw new Unreadable(position, `expected a dimension from ${-rank} to ${rank - 1}, got ${value}`);
}

export interface PlacedNumber {
  readonly value: number;
  readonly at: number;
}

/** Each dimension once, in the order given. */
export function permutationAt(dims: readonly PlacedNumber[]): number[] {
  const perm: number[] = [];
  for (const { value, at } of dims) {
    const dim = dimensionAt(at, value, dims.length);
    if (perm.includes(dim)) throw new Unreadable(at, `expected each dimension once, got ${value} again`);
    perm.push(dim);
  }
  return perm;
}

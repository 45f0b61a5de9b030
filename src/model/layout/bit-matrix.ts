/**
 * Linear maps of offset bits over F2, the field of two numbers. Several swizzles, one after another, are such a map. A
 * matrix is kept by rows: the row of a result bit lists the bits of the offset whose XOR gives that bit.
 */
import { groupsOf, type Swizzle } from './swizzle.ts';

/**
 * rows[i]: the bits of the offset, ascending, whose XOR is bit i of the result. The matrix is square; higher bits stay as
 * they are.
 */
export type BitMatrix = readonly (readonly number[])[];

export const identityMatrix = (bits: number): BitMatrix => Array.from({ length: bits }, (_, bit) => [bit]);

/** How many bits a matrix of this swizzle needs. */
export const bitsOf = ({ bits, base, shift }: Swizzle): number => (bits === 0 ? 0 : base + bits + Math.abs(shift));

/** The matrix of a swizzle, with at least as many bits as the swizzle needs. */
export function matrixOf(swizzle: Swizzle, bits = bitsOf(swizzle)): BitMatrix {
  const { source, target } = groupsOf(swizzle);
  return Array.from({ length: Math.max(bits, bitsOf(swizzle)) }, (_, bit) => {
    const flipped = bit - target;
    return flipped < 0 || flipped >= swizzle.bits ? [bit] : [bit, source + flipped].sort((a, b) => a - b);
  });
}

/** `after` ∘ `before`. If one matrix has fewer bits, its missing bits stay as they are. */
export function composedMatrix(after: BitMatrix, before: BitMatrix): BitMatrix {
  const bits = Math.max(after.length, before.length);
  const row = (matrix: BitMatrix, bit: number) => matrix[bit] ?? [bit];
  return Array.from({ length: bits }, (_, bit) =>
    row(after, bit).reduce<readonly number[]>((sum, input) => xor(sum, row(before, input)), []),
  );
}

/** The inverse, by Gauss-Jordan elimination; null if two offsets have the same result. */
export function invertedMatrix(matrix: BitMatrix): BitMatrix | null {
  const left = [...matrix];
  const right = [...identityMatrix(matrix.length)];
  for (let bit = 0; bit < left.length; bit++) {
    const pivot = left.findIndex((row, i) => i >= bit && row.includes(bit));
    if (pivot < 0) return null;
    for (const rows of [left, right]) [rows[bit], rows[pivot]] = [rows[pivot], rows[bit]];
    for (let i = 0; i < left.length; i++) {
      if (i === bit || !left[i].includes(bit)) continue;
      left[i] = xor(left[i], left[bit]);
      right[i] = xor(right[i], right[bit]);
    }
  }
  return right;
}

/** Offsets are computed in two halves, since `^` takes only 32 bits. The lower half has 26 bits. */
const HALF_BITS = 26;

/**
 * The matrix as a function of offsets from 0 to 2^53, exact: the XOR of the columns of all bits that are set in the
 * offset.
 */
export function matrixMap(matrix: BitMatrix): (offset: number) => number {
  const column = (from: number, rows: BitMatrix): number =>
    rows.reduce((sum, row, bit) => sum + (row.includes(from) ? 2 ** bit : 0), 0);
  const low = matrix.map((_, from) => column(from, matrix.slice(0, HALF_BITS)));
  const high = matrix.map((_, from) => column(from, matrix.slice(HALF_BITS)));
  const end = 2 ** matrix.length;
  return offset => {
    const inside = offset % end;
    let [lower, upper] = [0, 0];
    for (let rest = inside, bit = 0; rest > 0; rest = Math.floor(rest / 2), bit++)
      if (rest % 2 === 1) {
        lower ^= low[bit];
        upper ^= high[bit];
      }
    return offset - inside + upper * 2 ** HALF_BITS + lower;
  };
}

/** The one swizzle that has this matrix, or null. The identity is Swizzle<0,0,0>. */
export function swizzleOfMatrix(matrix: BitMatrix): Swizzle | null {
  const flipped = matrix.map((_, bit) => bit).filter(bit => matrix[bit].length !== 1 || matrix[bit][0] !== bit);
  if (flipped.length === 0) return { bits: 0, base: 0, shift: 0 };
  const target = flipped[0];
  const sources = xor(matrix[target], [target]);
  if (sources.length !== 1) return null;
  const shift = sources[0] - target;
  const swizzle = { bits: flipped.length, base: Math.min(target, sources[0]), shift };
  if (Math.abs(shift) < swizzle.bits) return null;
  const same = matrixOf(swizzle, matrix.length).every((row, bit) => xor(row, matrix[bit] ?? [bit]).length === 0);
  return same ? swizzle : null;
}

/** The numbers that are in exactly one of the two lists, ascending. */
const xor = (a: readonly number[], b: readonly number[]): readonly number[] =>
  [...a.filter(bit => !b.includes(bit)), ...b.filter(bit => !a.includes(bit))].sort((x, y) => x - y);

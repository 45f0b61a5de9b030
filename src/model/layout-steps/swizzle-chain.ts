/**
 * Several swizzles, applied one after another, as one map: its matrix over F2, its inverse, and the single swizzle that
 * equals it, if there is one.
 */
import {
  type BitMatrix,
  composedMatrix,
  identityMatrix,
  invertedMatrix,
  matrixMap,
  matrixOf,
  swizzleOfMatrix,
} from '../layout/bit-matrix.ts';
import { type Swizzle, swizzler } from '../layout/swizzle.ts';
import { type Check, sameFunction } from './checks.ts';

export interface SwizzleChain {
  /** Swizzles in the order in which they are written; the last one is applied first. */
  readonly swizzles: readonly Swizzle[];
  readonly matrix: BitMatrix;
  readonly inverse: BitMatrix;
  /** Null if no single swizzle equals the whole chain. */
  readonly one: Swizzle | null;
  readonly checks: readonly Check[];
}

export function swizzleChain(swizzles: readonly Swizzle[]): SwizzleChain {
  const matrix = swizzles.map(swizzle => matrixOf(swizzle)).reduce(composedMatrix, identityMatrix(1));
  const inverse = invertedMatrix(matrix);
  if (inverse === null) throw new Error('swizzles have an inverse, and so has what they make together');
  return { swizzles, matrix, inverse, one: swizzleOfMatrix(matrix), checks: checksOf(swizzles, matrix, inverse) };
}

function checksOf(swizzles: readonly Swizzle[], matrix: BitMatrix, inverse: BitMatrix): Check[] {
  const offsets = 2 ** matrix.length;
  const steps = swizzles.map(swizzler);
  const chained = (offset: number): number => steps.reduceRight((value, step) => step(value), offset);
  const [map, back] = [matrixMap(matrix), matrixMap(inverse)];
  return [
    sameFunction('M x = all swizzles of x', offsets, map, chained),
    sameFunction(
      'M⁻¹ M x = x',
      offsets,
      x => back(map(x)),
      x => x,
    ),
  ];
}

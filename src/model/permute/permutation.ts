/** What a caller asks of the planner; a check names the first field that is wrong. */
import { err, ok, type Result } from '../../base/result.ts';

/** A permutation as in numpy: the last dimension is fastest, and `out.shape[i] = in.shape[perm[i]]`. */
export interface Permutation {
  readonly shape: readonly number[];
  readonly perm: readonly number[];
}

export interface PermutationRequest extends Permutation {
  readonly elementBytes: number;
  /** Shared memory that a CTA may use [bytes]. */
  readonly sharedBytes?: number;
  /**
   * How many elements the inner read block and the inner write block should have at least; without it, the element size
   * decides.
   */
  readonly targetElements?: number;
  /**
   * Elements that a lane moves in one access to global memory: one (the default), or 16 bytes wherever alignment allows
   * it.
   */
  readonly access?: 'element' | 'widest';
}

export interface PermutationError {
  readonly code: 'rank' | 'extent' | 'elements' | 'perm' | 'elementBytes' | 'sharedBytes' | 'targetElements';
  /** `perm[2]`, `shape`, … */
  readonly field: string;
  readonly message: string;
}

export const ELEMENT_BYTES: readonly number[] = [1, 2, 4, 8, 16];
const MOST_DIMENSIONS = 12;
/** More than the memory of any GPU holds, and few enough that a grid has a CTA for each block. */
export const MOST_ELEMENTS = 2 ** 38;

export const product = (factors: readonly number[]): number => factors.reduce((a, b) => a * b, 1);

export function checkedRequest<T extends PermutationRequest>(request: T): Result<T, PermutationError> {
  const error = shapeError(request) ?? permError(request) ?? sizeError(request);
  return error === null ? ok(request) : err(error);
}

function shapeError({ shape }: Permutation): PermutationError | null {
  if (shape.length > MOST_DIMENSIONS)
    return {
      code: 'rank',
      field: 'shape',
      message: `shape: expected at most ${MOST_DIMENSIONS} dimensions, got ${shape.length}`,
    };
  const wrong = shape.findIndex(extent => !isCount(extent));
  if (wrong >= 0)
    return {
      code: 'extent',
      field: `shape[${wrong}]`,
      message: `shape[${wrong}]: expected a whole number from 1 up, got ${shape[wrong]}`,
    };
  if (product(shape) > MOST_ELEMENTS)
    return {
      code: 'elements',
      field: 'shape',
      message: `shape: expected at most 2^38 elements, got ${product(shape)}`,
    };
  return null;
}

function permError({ shape, perm }: Permutation): PermutationError | null {
  const rank = shape.length;
  if (perm.length !== rank)
    return { code: 'perm', field: 'perm', message: `perm: expected ${rank} entries, as shape has, got ${perm.length}` };
  const wrong = perm.findIndex((dim, i) => !(Number.isInteger(dim) && dim >= 0 && dim < rank) || perm.indexOf(dim) < i);
  if (wrong < 0) return null;
  return {
    code: 'perm',
    field: `perm[${wrong}]`,
    message: `perm[${wrong}]: expected each of 0 to ${rank - 1} once, got ${perm[wrong]}`,
  };
}

function sizeError({ elementBytes, sharedBytes, targetElements }: PermutationRequest): PermutationError | null {
  if (!ELEMENT_BYTES.includes(elementBytes))
    return {
      code: 'elementBytes',
      field: 'elementBytes',
      message: `elementBytes: expected 1, 2, 4, 8 or 16, got ${elementBytes}`,
    };
  if (sharedBytes !== undefined && !(isCount(sharedBytes) && sharedBytes >= elementBytes))
    return {
      code: 'sharedBytes',
      field: 'sharedBytes',
      message: `sharedBytes: expected a whole number of bytes that holds an element, got ${sharedBytes}`,
    };
  if (targetElements !== undefined && !(isCount(targetElements) && targetElements <= 1024))
    return {
      code: 'targetElements',
      field: 'targetElements',
      message: `targetElements: expected 1 to 1024, got ${targetElements}`,
    };
  return null;
}

const isCount = (n: number): boolean => Number.isSafeInteger(n) && n >= 1;

/** What movers with wide accesses have in common: their vectors, and how many of their CTAs an SM holds. */
import { WIDEST_ACCESS_BYTES } from '../../../base/hardware.ts';
import { ctasPerSm } from '../occupancy.ts';
import type { Permutation } from '../permutation.ts';

export interface PlannedTensor {
  /** It has two dimensions at least. */
  readonly canonical: Permutation;
  readonly elementBytes: number;
}

/** The largest power of two, up to 2^30, that divides `n`. */
export function lowestPower(n: number): number {
  let power = 1;
  while (power < 2 ** 30 && n % (2 * power) === 0) power *= 2;
  return power;
}

/** The most elements, up to 16 bytes and a power of two, of which all `extents` are multiples. */
export const widestVector = (extents: readonly number[], elementBytes: number): number =>
  Math.min(WIDEST_ACCESS_BYTES / elementBytes, ...extents.map(lowestPower));

/** Threads of an SM, and its registers. */
const SM_THREADS = 2048;
const SM_REGISTERS = 65536;

interface Cta {
  readonly threads: number;
  readonly sharedBytes: number;
  /** Of a thread. */
  readonly registers: number;
}

/** Registers allow a number of CTAs, shared memory another. */
export const residentCtas = ({ threads, sharedBytes, registers }: Cta): number =>
  Math.min(Math.floor(Math.min(SM_THREADS, SM_REGISTERS / registers) / threads), ctasPerSm(sharedBytes, 'sm_90')!);

export interface Strides {
  readonly input: readonly number[];
  readonly output: readonly number[];
}

/** Strides of each dimension, in elements. */
export function stridesOf({ shape, perm }: Permutation): Strides {
  const [input, output] = [[...shape], [...shape]];
  let stride = 1;
  for (let dim = shape.length - 1; dim >= 0; dim--) {
    input[dim] = stride;
    stride *= shape[dim];
  }
  stride = 1;
  for (const dim of perm.toReversed()) {
    output[dim] = stride;
    stride *= shape[dim];
  }
  return { input, output };
}

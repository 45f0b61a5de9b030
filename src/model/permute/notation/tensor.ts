/** A tensor within a pasted expression: what is known of the input, and the order of its dimensions so far. */
import type { Argument, Expression } from './expression.ts';
import { dimensionAt, type PlacedNumber, permutationAt, Unreadable } from './reading.ts';

export interface Tensor {
  readonly library: 'PyTorch' | 'NumPy' | 'TensorFlow' | null;
  /** Null if nothing is known; a null extent is a name. */
  readonly shape: readonly (number | null)[] | null;
  /** Null until the tensor is permuted. */
  readonly perm: readonly number[] | null;
  readonly elementBytes: number | null;
  readonly note: string;
  /** Whether it was reshaped after it was permuted; its dimensions are then no longer those of the input. */
  readonly reshaped: boolean;
}

/** One step of an expression. `at` is the position of its name, `pageShape` the page's shape. */
export interface TensorStep {
  readonly tensor: Tensor;
  readonly given: readonly Argument[];
  readonly name: string;
  readonly at: number;
  readonly pageShape: readonly number[];
}

/** The tensor's rank; if the text does not say it, the rank of the page's tensor. */
export const rankOf = ({ tensor, pageShape }: Pick<TensorStep, 'tensor' | 'pageShape'>): number =>
  tensor.perm?.length ?? tensor.shape?.length ?? pageShape.length;

/** The tensor with its dimensions reordered once more. */
export function reordered(step: Pick<TensorStep, 'tensor' | 'at'>, dims: readonly number[]): Tensor {
  const { tensor, at } = step;
  if (tensor.reshaped)
    throw new Unreadable(
      at,
      'expected the end: dimensions of a tensor that was reshaped after a permutation are new ones',
    );
  const before = tensor.perm;
  const rank = before?.length ?? tensor.shape?.length;
  if (rank !== undefined && rank !== dims.length)
    throw new Unreadable(at, `expected ${rank} dimensions, as the tensor has, got ${dims.length}`);
  return { ...tensor, perm: before === null ? dims : dims.map(dim => before[dim]) };
}

/** All arguments that name dimensions, in order; a single list stands for its entries. */
export function flatNumbers(given: readonly Argument[]): PlacedNumber[] {
  const values = given.map(({ value }) => value);
  const list = values.length === 1 && values[0].kind === 'list' ? values[0].items : values;
  return list.map(numberOf);
}

export function numberOf(value: Expression): PlacedNumber {
  if (value.kind === 'number') return { value: value.value, at: value.at };
  throw new Unreadable(value.at, 'expected the number of a dimension');
}

export const permuted = (step: TensorStep, dims: readonly PlacedNumber[]): Tensor =>
  reordered(step, permutationAt(dims));

export function reversed(step: TensorStep): Tensor {
  const rank = rankOf(step);
  return reordered(
    step,
    Array.from({ length: rank }, (_, i) => rank - 1 - i),
  );
}

export function swapped(step: TensorStep, dims: readonly PlacedNumber[]): Tensor {
  const rank = rankOf(step);
  if (dims.length !== 2) throw new Unreadable(step.at, `expected two dimensions in ${step.name}, got ${dims.length}`);
  const [a, b] = dims.map(({ value, at }) => dimensionAt(at, value, rank));
  const swap = new Map([
    [a, b],
    [b, a],
  ]);
  return reordered(
    step,
    Array.from({ length: rank }, (_, i) => swap.get(i) ?? i),
  );
}

/**
 * Moves dimensions as `np.moveaxis` does: those of the first list go to the places of the second, the others keep their
 * order.
 */
export function moved(step: TensorStep): Tensor {
  const rank = rankOf(step);
  if (step.given.length !== 2)
    throw new Unreadable(step.at, `expected two arguments of ${step.name}: from where and to where`);
  const [from, to] = step.given.map(argument =>
    flatNumbers([argument]).map(({ value, at }) => dimensionAt(at, value, rank)),
  );
  if (from.length !== to.length || new Set(from).size < from.length || new Set(to).size < to.length)
    throw new Unreadable(step.at, 'expected as many places as dimensions, each once');
  const rest = Array.from({ length: rank }, (_, i) => i).filter(dim => !from.includes(dim));
  const dims = Array.from({ length: rank }, (_, i) => (to.includes(i) ? from[to.indexOf(i)] : rest.shift()!));
  return reordered(step, dims);
}

/** The steps that make, type, reshape and permute a tensor, under the names of PyTorch and NumPy. */

import { ELEMENT_TYPES } from './element-types.ts';
import type { Argument, Expression } from './expression.ts';
import { extentAt, Unreadable } from './reading.ts';
import { flatNumbers, moved, permuted, rankOf, reversed, swapped, type Tensor, type TensorStep } from './tensor.ts';

const product = (factors: readonly number[]): number => factors.reduce((a, b) => a * b, 1);

/** Two functions are called `transpose`: PyTorch's swaps two dimensions, NumPy's takes all dimensions. */
function transposed(step: TensorStep): Tensor {
  const { given, tensor, at } = step;
  if (given.length === 0 && tensor.library !== 'PyTorch') return reversed(step);
  const isSwap = given.length === 2 && (tensor.library === null || tensor.library === 'PyTorch');
  if (isSwap) return swapped(step, flatNumbers(given));
  if (tensor.library === 'PyTorch')
    throw new Unreadable(at, `expected two dimensions in transpose, got ${given.length}`);
  const [first] = given;
  if (given.length === 1 && first.value.kind === 'name' && first.value.name === 'None') return reversed(step);
  return permuted(step, flatNumbers(given));
}

function lastTwo(step: TensorStep): Tensor {
  const rank = rankOf(step);
  if (rank < 2) throw new Unreadable(step.at, `expected two dimensions or more for ${step.name}, got ${rank}`);
  return swapped(
    step,
    [-2, -1].map(value => ({ value, at: step.at })),
  );
}

function matrixTransposed(step: TensorStep): Tensor {
  const rank = rankOf(step);
  if (rank === 2) return reversed(step);
  throw new Unreadable(step.at, `expected a tensor of two dimensions for t(), got ${rank}`);
}

/** Before a permutation this gives the input's shape; after one it moves nothing. */
function reshaped(step: TensorStep): Tensor {
  const { tensor, given, at, name } = step;
  if (typeIn(given) !== null)
    throw new Unreadable(at, `cannot read ${name} with a type: it changes how bytes are counted`);
  if (tensor.perm !== null)
    return { ...tensor, reshaped: true, note: `${name} behind the permutation moves nothing and is left out.` };
  return { ...tensor, shape: newShape(step) };
}

function newShape({ tensor, given, at, pageShape }: TensorStep): (number | null)[] {
  const entries = extentsOf(given, true);
  const before = tensor.shape ?? pageShape;
  const elements = before.includes(null) ? null : product(before as number[]);
  const open = entries.indexOf(-1);
  if (entries.includes(-1, open + 1)) throw new Unreadable(at, 'expected at most one -1 in a shape');
  const known = product(entries.filter(entry => entry !== null && entry !== -1) as number[]);
  if (open >= 0) {
    if (elements === null || entries.includes(null)) return entries.map(entry => (entry === -1 ? null : entry));
    if (elements % known !== 0) throw new Unreadable(at, `expected a shape of ${elements} elements`);
    return entries.map(entry => (entry === -1 ? elements / known : entry));
  }
  const isCountKnown = tensor.shape !== null && elements !== null && !entries.includes(null);
  if (isCountKnown && known !== elements)
    throw new Unreadable(at, `expected a shape of ${elements} elements, got ${known}`);
  return entries;
}

/** Sizes as numbers; null for a size that is a name. */
function extentsOf(given: readonly Argument[], mayInfer: boolean): (number | null)[] {
  const values = given
    .filter(({ name }) => name === null || name === 'size' || name === 'shape')
    .map(({ value }) => value);
  const lists = values.find(value => value.kind === 'list');
  const items: readonly Expression[] = lists?.kind === 'list' ? lists.items : values;
  return items.map(item => {
    if (item.kind !== 'number') return null;
    return mayInfer && item.value === -1 ? -1 : extentAt(item.at, item.value);
  });
}

const made = ({ tensor, given }: TensorStep): Tensor => ({
  ...tensor,
  shape: extentsOf(given, false),
  elementBytes: typeIn(given) ?? tensor.elementBytes,
});

/** Bytes of the element type that is among the arguments; null if there is none. */
function typeIn(given: readonly Argument[]): number | null {
  for (const { value } of given) {
    const name =
      value.kind === 'string' ? value.text : value.kind === 'attribute' || value.kind === 'name' ? value.name : '';
    const bytes = ELEMENT_TYPES.get(name);
    if (bytes !== undefined) return bytes;
  }
  return null;
}

const typed = ({ tensor, given }: TensorStep): Tensor => ({
  ...tensor,
  elementBytes: typeIn(given) ?? tensor.elementBytes,
});
const same = ({ tensor }: TensorStep): Tensor => tensor;

type Steps = ReadonlyMap<string, (step: TensorStep) => Tensor>;
const steps = (entries: readonly (readonly [names: string, step: (step: TensorStep) => Tensor])[]): Steps =>
  new Map(entries.flatMap(([names, step]) => names.split(' ').map(name => [name, step] as const)));

/** Methods of a tensor. A module has the same as functions that take the tensor as first argument. */
export const STEPS: Steps = steps([
  ['permute', step => permuted(step, flatNumbers(step.given))],
  ['transpose', transposed],
  ['swapaxes swapdims', step => swapped(step, flatNumbers(step.given))],
  ['movedim moveaxis', moved],
  ['t', matrixTransposed],
  ['matrix_transpose adjoint', lastTwo],
  ['view reshape', reshaped],
  ['to astype type', typed],
  ['contiguous clone copy cuda cpu detach ascontiguousarray', same],
  ...[...ELEMENT_TYPES].map(
    ([name, bytes]) => [name, (step: TensorStep) => ({ ...step.tensor, elementBytes: bytes })] as const,
  ),
]);

/** Functions of a module that make a tensor. */
export const MAKERS: Steps = steps([['empty zeros ones rand randn full', made]]);

/** Attributes that are read without a call. */
export const PROPERTIES: Steps = steps([
  ['T', reversed],
  ['mT', lastTwo],
]);

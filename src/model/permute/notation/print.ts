/** Writes a permutation in each notation, so that it can be pasted elsewhere. */
import type { PermutationRequest } from '../permutation.ts';
import { product } from '../permutation.ts';
import { TYPE_NAMES } from './element-types.ts';

type Printed = Pick<PermutationRequest, 'shape' | 'perm' | 'elementBytes'>;

export interface PermutationNotation {
  readonly name: string;
  print(permutation: Printed): string;
}

const LETTERS = 'abcdefghijkl';

/** A Python tuple; one with a single entry needs a comma. */
const tuple = (numbers: readonly number[]): string => `(${numbers.join(', ')}${numbers.length === 1 ? ',' : ''})`;

const compactStrides = (shape: readonly number[]): number[] => shape.map((_, dim) => product(shape.slice(dim + 1)));

const torch: PermutationNotation = {
  name: 'PyTorch',
  print: ({ shape, perm, elementBytes }) =>
    `torch.empty(${tuple(shape)}, dtype=torch.${TYPE_NAMES.get(elementBytes)}).permute(${tuple(perm)}).contiguous()`,
};

const numpy: PermutationNotation = {
  name: 'NumPy',
  print: ({ shape, perm, elementBytes }) =>
    `np.ascontiguousarray(np.transpose(np.empty(${tuple(shape)}, dtype=np.${TYPE_NAMES.get(elementBytes)}), ${tuple(perm)}))`,
};

const einops: PermutationNotation = {
  name: 'einops',
  print({ shape, perm }) {
    const letters = [...LETTERS].slice(0, shape.length);
    const sizes = shape.map((extent, dim) => `, ${letters[dim]}=${extent}`).join('');
    return `rearrange(x, "${letters.join(' ')} -> ${perm.map(dim => letters[dim]).join(' ')}"${sizes})`;
  },
};

/** Both layouts list the dimensions in the input's order. */
const cute: PermutationNotation = {
  name: 'CuTe',
  print({ shape, perm }) {
    const output = compactStrides(perm.map(dim => shape[dim]));
    const target = shape.map((_, dim) => output[perm.indexOf(dim)]);
    return `(${shape}):(${compactStrides(shape)}) -> (${shape}):(${target})`;
  },
};

const named: PermutationNotation = {
  name: 'Named axes',
  print({ shape, perm }) {
    const letters = [...LETTERS.toUpperCase()];
    return `(${shape.map((extent, dim) => `${letters[dim]}:${extent}`).join(', ')}) -> (${perm.map(dim => letters[dim]).join(', ')})`;
  },
};

const ttc: PermutationNotation = {
  name: 'TTC',
  print({ shape, perm }) {
    const last = shape.length - 1;
    return `--perm=${perm.toReversed().map(dim => last - dim)} --size=${shape.toReversed()}`;
  },
};

const lists: PermutationNotation = {
  name: 'Lists',
  print: ({ shape, perm, elementBytes }) => `shape ${shape}  perm ${perm}  element-bytes ${elementBytes}`,
};

const command: PermutationNotation = {
  name: 'lanescape plan',
  print: ({ shape, perm, elementBytes }) =>
    `lanescape plan --shape ${shape} --perm ${perm} --element-bytes ${elementBytes}`,
};

/** Notations in the order of the menu. */
export const NOTATIONS: readonly PermutationNotation[] = [torch, numpy, einops, cute, named, ttc, lists, command];

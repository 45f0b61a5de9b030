/** A plan in the form that the C++ texts need: names that C++ accepts, and no empty lists. */

import type { BlockLayout } from '../block-layout.ts';
import { dimNames, modeNames } from '../mode-names.ts';
import { type Permutation, type PermutationRequest, product } from '../permutation.ts';
import type { Plan } from '../plan.ts';

/** The request, the plan for it, and the layout in shared memory that was chosen from the plan. */
export interface ChosenLayout {
  readonly request: PermutationRequest;
  readonly plan: Plan;
  readonly layout: BlockLayout;
}

export interface CodeDim {
  readonly name: string;
  readonly extent: number;
  /** Elements along it in one block. */
  readonly piece: number;
  /** How many blocks lie along it. */
  readonly blocks: number;
  /** How many elements lie between neighbours, in the input and in the output. */
  readonly inStride: number;
  readonly outStride: number;
}

export interface CodeMode {
  readonly name: string;
  readonly dim: number;
  readonly extent: number;
  /** The stride in shared memory [elements]. */
  readonly stride: number;
  /** How many elements were added to the stride that it would have without a gap. */
  readonly pad: number;
}

/** All lists are in the order of the input, slowest first, and have at least one entry. */
export interface PlannedBlock {
  /** The permutation as asked, with all its dimensions. */
  readonly asked: Permutation;
  readonly elementBytes: number;
  readonly dims: readonly CodeDim[];
  readonly perm: readonly number[];
  readonly modes: readonly CodeMode[];
  /** The modes as each side counts them, fastest first. */
  readonly storeOrder: readonly number[];
  readonly loadOrder: readonly number[];
  /** How many elements a block has, and how many places it takes in shared memory. */
  readonly elements: number;
  readonly places: number;
}

/** A tensor of one element has no dimensions, but C++ has no empty arrays. */
const ONE: Permutation = { shape: [1], perm: [0] };

/** With one dimension at least. */
export const askedOf = (request: PermutationRequest): Permutation => (request.shape.length === 0 ? ONE : request);

export function plannedBlock({ request, plan, layout }: ChosenLayout): PlannedBlock {
  const isOne = plan.canonical.shape.length === 0;
  const { shape, perm } = isOne ? ONE : plan.canonical;
  const output = perm.map(dim => shape[dim]);
  const names = isOne ? ['A'] : dimNames(plan);
  const dims = shape.map((extent, dim) => ({
    name: names[dim],
    extent,
    piece: plan.block.shape[dim] ?? 1,
    blocks: plan.block.grid[dim] ?? 1,
    inStride: product(shape.slice(dim + 1)),
    outStride: product(output.slice(perm.indexOf(dim) + 1)),
  }));
  return {
    asked: askedOf(request),
    elementBytes: request.elementBytes,
    dims,
    perm,
    modes: isOne ? [{ name: 'A', dim: 0, extent: 1, stride: 1, pad: 0 }] : modesOf(plan, layout.strides),
    storeOrder: isOne ? [0] : plan.move.storeOrder,
    loadOrder: isOne ? [0] : plan.move.loadOrder,
    elements: product(plan.block.shape),
    places: layout.sharedBytes / request.elementBytes,
  };
}

function modesOf(plan: Plan, strides: readonly number[]): CodeMode[] {
  const names = modeNames(plan).map(name => name.replace('₁', '1').replace('₀', '0'));
  const { modes } = plan.block;
  return modes.map(({ dim, extent }, mode) => {
    const natural = mode + 1 < modes.length ? strides[mode + 1] * modes[mode + 1].extent : 1;
    return { name: names[mode], dim, extent, stride: strides[mode], pad: strides[mode] - natural };
  });
}

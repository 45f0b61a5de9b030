/** Boxes of a tensor: dimensions from the fastest on, of both sides, until both have long runs. */
import { WIDEST_ACCESS_BYTES } from '../../../base/hardware.ts';
import { product } from '../permutation.ts';
import { lowestPower, type PlannedTensor, type Strides, stridesOf } from './wide-accesses.ts';

/** Same value as in short.hpp. */
export const BOX_DIMS = 8;

/** Bytes of runs that are tried. */
const RUNS = [64, 128, 256, 512, 1024, 2048, 4096, 8192];

/** A tensor to cut into boxes. */
export interface BoxTask {
  readonly tensor: PlannedTensor;
  readonly elements: number;
  readonly strides: Strides;
  /** Dimensions, the fastest first. */
  readonly orders: { readonly input: readonly number[]; readonly output: readonly number[] };
}

export const boxTask = (tensor: PlannedTensor): BoxTask => {
  const { shape, perm } = tensor.canonical;
  const input = shape.map((_, dim) => dim).toReversed();
  return {
    tensor,
    elements: product(shape),
    strides: stridesOf(tensor.canonical),
    orders: { input, output: perm.toReversed() },
  };
};

type Prefix = ReadonlyMap<number, number>;

/** How far a side's run goes: whole dimensions, and a part of the last one. */
function prefixesOf({ tensor }: BoxTask, order: readonly number[]): Prefix[] {
  const { canonical, elementBytes } = tensor;
  const found = new Map<string, Prefix>();
  for (const bytes of RUNS) {
    const prefix = new Map<number, number>();
    let run = 1;
    for (const dim of order) {
      const extent = canonical.shape[dim];
      const wanted = Math.floor(bytes / elementBytes / run);
      const length = partOf(extent, wanted, Math.max(1, WIDEST_ACCESS_BYTES / elementBytes / lowestPower(run)));
      if (length <= 1 || prefix.size === BOX_DIMS / 2) break;
      prefix.set(dim, length);
      run *= length;
      if (length < extent) break;
    }
    if (prefix.size === 0) prefix.set(order[0], Math.min(canonical.shape[order[0]], 2));
    found.set([...prefix].join(), prefix);
  }
  return [...found.values()];
}

/** About `wanted`: a whole dimension, equal parts of it, or whole vectors; `vector` is a power of two. */
function partOf(extent: number, wanted: number, vector: number): number {
  const most = Math.floor(wanted * MUCH);
  if (extent <= most) return extent;
  for (let length = most - (most % vector); length > 0 && length * MUCH >= wanted; length -= vector)
    if (extent % length === 0) return length;
  return Math.max(1, wanted < vector ? wanted : wanted - (wanted % vector));
}

/** What still counts as about as much. */
const MUCH = 1.5;

/** What a CTA moves. */
export interface TensorBox {
  /** Of each dimension of the tensor that a box has part in. */
  readonly lengths: ReadonlyMap<number, number>;
  /** The dimension that a box cuts along the input, and the one along the output, or null. */
  readonly cuts: readonly [across: number | null, down: number | null];
  readonly elements: number;
}

/** All worth a look that have at most so many elements. */
export function boxesOf(task: BoxTask, mostElements: number): TensorBox[] {
  const { shape } = task.tensor.canonical;
  const [ins, outs] = [prefixesOf(task, task.orders.input), prefixesOf(task, task.orders.output)];
  const found = new Map<string, TensorBox>();
  for (const input of ins)
    for (const output of outs) {
      const lengths = new Map(input);
      for (const [dim, length] of output) lengths.set(dim, Math.max(length, lengths.get(dim) ?? 0));
      const elements = product([...lengths.values()]);
      if (elements > mostElements) continue;
      const [across = null, down = null] = [...lengths.keys()].filter(dim => lengths.get(dim)! < shape[dim]);
      found.set([...lengths].join(), { lengths, cuts: [across, down], elements });
    }
  return [...found.values()];
}

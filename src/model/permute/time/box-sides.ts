/** How a box is counted on each side: its dimensions, and the width of accesses. */
import { WIDEST_ACCESS_BYTES, WORD_BYTES } from '../../../base/hardware.ts';
import type { BoxTask, TensorBox } from './boxes.ts';
import type { PlannedTensor } from './wide-accesses.ts';

/** A dimension of a side: consecutive numbers are `stride` elements of global memory and `place` places of the box apart. */
export interface BoxDim {
  /** How many numbers it has in a box. */
  readonly length: number;
  readonly stride: number;
  readonly place: number;
  /** Elements of the tensor's dimension from number to number. */
  readonly step: number;
  readonly cut: BoxCut;
}

export const CUTS = ['across', 'down', 'none'] as const;
type BoxCut = (typeof CUTS)[number];

export interface BoxSide {
  /** Elements of an access. */
  readonly vector: number;
  /** Accesses of a box. */
  readonly accesses: number;
  /** The fastest first. Of the input they count accesses, of the output elements. */
  readonly dims: readonly BoxDim[];
}

/** Whether the last piece of a dimension is shorter. */
const isRagged = ({ tensor }: BoxTask, { lengths }: TensorBox, dim: number): boolean =>
  tensor.canonical.shape[dim] % lengths.get(dim)! !== 0;

const cutOf = (task: BoxTask, box: TensorBox, dim: number): BoxCut =>
  isRagged(task, box, dim) ? CUTS[box.cuts.indexOf(dim)] : 'none';

/** Accesses that a run of the input is made of come first; dimensions that go on in each other count as one. */
export function inputSide(task: BoxTask, box: TensorBox): BoxSide {
  const { strides, orders, tensor } = task;
  const { shape } = tensor.canonical;
  const dims: BoxDim[] = [];
  let [place, mayGoOn] = [1, false];
  for (const dim of orders.input) {
    const length = box.lengths.get(dim);
    if (length === undefined) continue;
    const cut = cutOf(task, box, dim);
    const last = dims.at(-1);
    if (mayGoOn && cut === 'none' && last!.stride * last!.length === strides.input[dim])
      dims[dims.length - 1] = { ...last!, length: last!.length * length };
    else dims.push({ length, stride: strides.input[dim], place, step: 1, cut });
    mayGoOn = cut === 'none' && length === shape[dim];
    place *= length;
  }
  const [fastest, ...others] = dims;
  const vector = widestOf(tensor, [
    [
      fastest.length,
      ...others.map(({ stride }) => stride),
      ...stepsOf(task, box, strides.input),
      ...endsOf(task, box, fastest),
    ],
  ]);
  const { length, stride, place: apart, step, cut } = fastest;
  const counted = { length: length / vector, stride: stride * vector, place: apart * vector, step: step * vector, cut };
  return { vector, accesses: box.elements / vector, dims: [counted, ...others] };
}

/** Every dimension by itself: neighbours in the output lie anywhere in a box. */
export function outputSide(task: BoxTask, box: TensorBox): BoxSide {
  const { strides, orders, tensor } = task;
  const { shape } = tensor.canonical;
  const places = placesOf(task, box);
  const dims = orders.output
    .filter(dim => box.lengths.has(dim))
    .map((dim): BoxDim & { readonly dim: number } => ({
      ...{ dim, length: box.lengths.get(dim)!, stride: strides.output[dim], place: places.get(dim)! },
      ...{ step: 1, cut: cutOf(task, box, dim) },
    }));
  const [fastest, next, ...others] = dims;
  const steps = stepsOf(task, box, strides.output);
  const within = [
    fastest.length,
    ...dims.slice(1).map(({ stride }) => stride),
    ...steps,
    ...endsOf(task, box, fastest),
  ];
  // A vector goes on in the next dimension.
  const goesOn = next !== undefined && fastest.length === shape[fastest.dim] && next.stride === fastest.length;
  const further = goesOn && [
    fastest.length * next.length,
    ...others.map(({ stride }) => stride),
    ...steps,
    ...endsOf(task, box, next).map(end => end * fastest.length),
  ];
  const vector = widestOf(tensor, further ? [within, further] : [within]);
  return { vector, accesses: box.elements / vector, dims: dims.map(({ dim: _, ...rest }) => rest) };
}

/** Elements between neighbours of each dimension in a box, which lies as the input does. */
function placesOf({ orders }: BoxTask, { lengths }: TensorBox): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  let place = 1;
  for (const dim of orders.input) {
    const length = lengths.get(dim);
    if (length === undefined) continue;
    places.set(dim, place);
    place *= length;
  }
  return places;
}

/** Elements from box to box, on a side with these strides. */
const stepsOf = ({ tensor }: BoxTask, { lengths }: TensorBox, strides: readonly number[]): number[] =>
  tensor.canonical.shape.flatMap((extent, dim) => {
    const length = lengths.get(dim) ?? 1;
    return length < extent ? [strides[dim] * length] : [];
  });

/** Where the tensor ends along a dimension whose last piece is shorter. */
const endsOf = ({ tensor }: BoxTask, { cuts }: TensorBox, { cut }: BoxDim): number[] =>
  cut === 'none' ? [] : [tensor.canonical.shape[cuts[CUTS.indexOf(cut)]!]];

/** Elements of sixteen bytes, of a word, or one: the most of which all numbers of one of the lists are multiples. */
const widestOf = ({ elementBytes }: PlannedTensor, lists: readonly (readonly number[])[]): number =>
  [WIDEST_ACCESS_BYTES / elementBytes, WORD_BYTES / elementBytes].find(
    width => width > 1 && lists.some(list => list.every(n => n % width === 0)),
  ) ?? 1;

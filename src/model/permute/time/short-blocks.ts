/**
 * Boxes for `tile-short`, where one side's fastest dimensions are short: of all worth a look, the one that is predicted to be fastest. A box
 * takes dimensions from the fastest on, of both sides, until both have long runs.
 */
import { assert } from '../../../base/assert.ts';
import { roundUp } from '../../../base/bits.ts';
import { BANKS, LANES, LINE_BYTES, WIDEST_ACCESS_BYTES, WORD_BYTES } from '../../../base/hardware.ts';
import { product } from '../permutation.ts';
import {
  type CopySpeed,
  type Demand,
  H200,
  type MemoryRun,
  PAIR_BYTES,
  slotsFor,
  timeFactor,
  warpsFor,
} from './bounds.ts';
import { pagesAlong } from './tile-sides.ts';
import { lowestPower, type PlannedTensor, residentCtas, type Strides, stridesOf } from './wide-accesses.ts';

/** Same values as in tile-short.cuh and short.hpp. */
const MOST_THREADS = 256;
const HELD = 4;
const BOX_DIMS = 8;

const REGISTERS = 48;
const LEAST_THREADS = 64;

/** Fastest dimensions of fewer bytes are short: a line. */
const SHORT_BYTES = LINE_BYTES;

/** Bytes of runs that are tried. */
const RUNS = [64, 128, 256, 512, 1024, 2048, 4096, 8192];

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

export interface ShortBlock {
  /** Of each dimension of the tensor that a box has part in. */
  readonly lengths: ReadonlyMap<number, number>;
  /** The dimension that a box cuts along the input, and the one along the output, or null. */
  readonly cuts: readonly [across: number | null, down: number | null];
  readonly input: BoxSide;
  readonly output: BoxSide;
  /** Elements behind which a word is spared; 0 where none is. */
  readonly group: number;
  readonly elements: number;
  readonly sharedBytes: number;
  /** Threads of a CTA: no more than have work. */
  readonly threads: number;
  readonly demand: Demand;
}

/** Whether a fastest dimension is so short that a line holds several of its rows. */
export const hasShortSide = ({ canonical: { shape, perm }, elementBytes }: PlannedTensor): boolean =>
  Math.min(shape.at(-1)!, shape[perm.at(-1)!]) * elementBytes < SHORT_BYTES;

/** The tensor has a short side; `sharedLimit` in bytes. */
export function shortBlock(tensor: PlannedTensor, sharedLimit: number, gpu: CopySpeed = H200): ShortBlock {
  const task = taskOf(tensor);
  const boxes = boxesOf(task).filter(box => sharedBytesOf(task, box.elements, true) <= sharedLimit);
  const large = boxes.filter(({ elements }) => elements * tensor.elementBytes >= LEAST_BYTES);
  let best: Box | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const box of large.length > 0 ? large : boxes) {
    const factor = timeFactor(demandOf(task, box, 1), gpu);
    if (factor < least) [best, least] = [box, factor];
  }
  assert(best !== null, 'a few elements fit everywhere');
  return blockOf(task, best);
}

const LEAST_BYTES = 2048;

interface Task {
  readonly tensor: PlannedTensor;
  readonly elements: number;
  readonly strides: Strides;
  /** Dimensions, the fastest first. */
  readonly orders: { readonly input: readonly number[]; readonly output: readonly number[] };
}

const taskOf = (tensor: PlannedTensor): Task => {
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
function prefixesOf({ tensor }: Task, order: readonly number[]): Prefix[] {
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

interface Box {
  readonly lengths: ReadonlyMap<number, number>;
  readonly cuts: ShortBlock['cuts'];
  readonly elements: number;
}

function boxesOf(task: Task): Box[] {
  const { shape } = task.tensor.canonical;
  const [ins, outs] = [prefixesOf(task, task.orders.input), prefixesOf(task, task.orders.output)];
  const found = new Map<string, Box>();
  for (const input of ins)
    for (const output of outs) {
      const lengths = new Map(input);
      for (const [dim, length] of output) lengths.set(dim, Math.max(length, lengths.get(dim) ?? 0));
      const cuts = [...lengths].filter(([dim, length]) => length < shape[dim]).map(([dim]) => dim);
      const box: Box = {
        lengths,
        cuts: [cuts[0] ?? null, cuts[1] ?? null],
        elements: product([...lengths.values()]),
      };
      found.set([...lengths].join(), box);
    }
  return [...found.values()];
}

/** Whether the last piece of a dimension is shorter. */
const isRagged = ({ tensor }: Task, { lengths }: Box, dim: number): boolean =>
  tensor.canonical.shape[dim] % lengths.get(dim)! !== 0;

const cutOf = (task: Task, box: Box, dim: number): BoxCut =>
  isRagged(task, box, dim) ? CUTS[box.cuts.indexOf(dim)] : 'none';

/** Accesses that a run of the input is made of come first; dimensions that go on in each other count as one. */
function inputSide(task: Task, box: Box): BoxSide {
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
  const fits = (vector: number): boolean =>
    [
      fastest.length,
      ...others.map(({ stride }) => stride),
      ...stepsOf(task, box, strides.input),
      ...endsOf(task, box, fastest),
    ].every(n => n % vector === 0);
  const vector = widthsOf(tensor).find(fits)!;
  const { length, stride, place: apart, step, cut } = fastest;
  const counted = { length: length / vector, stride: stride * vector, place: apart * vector, step: step * vector, cut };
  return { vector, accesses: box.elements / vector, dims: [counted, ...others] };
}

/** Every dimension by itself: neighbours in the output lie anywhere in a box. */
function outputSide(task: Task, box: Box): BoxSide {
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
  const isIn = (vector: number): boolean =>
    [fastest.length, ...dims.slice(1).map(({ stride }) => stride), ...steps, ...endsOf(task, box, fastest)].every(
      n => n % vector === 0,
    );
  // A vector goes on in the next dimension.
  const goesOn = (vector: number): boolean =>
    next !== undefined &&
    fastest.length === shape[fastest.dim] &&
    next.stride === fastest.length &&
    [
      fastest.length * next.length,
      ...others.map(({ stride }) => stride),
      ...steps,
      ...endsOf(task, box, next).map(end => end * fastest.length),
    ].every(n => n % vector === 0);
  const vector = widthsOf(tensor).find(width => isIn(width) || goesOn(width))!;
  return { vector, accesses: box.elements / vector, dims: dims.map(({ dim: _, ...rest }) => rest) };
}

/** Elements between neighbours of each dimension in a box, which lies as the input does. */
function placesOf({ orders }: Task, { lengths }: Box): ReadonlyMap<number, number> {
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
const stepsOf = ({ tensor }: Task, { lengths }: Box, strides: readonly number[]): number[] =>
  tensor.canonical.shape.flatMap((extent, dim) => {
    const length = lengths.get(dim) ?? 1;
    return length < extent ? [strides[dim] * length] : [];
  });

/** Where the tensor ends along a dimension whose last piece is shorter. */
const endsOf = ({ tensor }: Task, { cuts }: Box, { cut }: BoxDim): number[] =>
  cut === 'none' ? [] : [tensor.canonical.shape[cuts[CUTS.indexOf(cut)]!]];

/** Elements of the widest access, of a word, and one. */
const widthsOf = ({ elementBytes }: PlannedTensor): number[] => [
  ...new Set([WIDEST_ACCESS_BYTES / elementBytes, Math.max(1, WORD_BYTES / elementBytes), 1]),
];

/** Behind each 128 bytes a word is spared: then rows of a power of two start in different banks. */
const groupFor = (elementBytes: number): number => LINE_BYTES / elementBytes;

/** Bytes of a word, and of a larger element. */
export const spareBytesOf = (elementBytes: number): number => Math.max(WORD_BYTES, elementBytes);

const sharedBytesOf = ({ tensor: { elementBytes } }: Task, elements: number, isSpared: boolean): number => {
  const spared = isSpared ? Math.floor((elements - 1) / groupFor(elementBytes)) * spareBytesOf(elementBytes) : 0;
  return roundUp(elements * elementBytes + spared, WIDEST_ACCESS_BYTES);
};

function blockOf(task: Task, box: Box): ShortBlock {
  const [input, output] = [inputSide(task, box), outputSide(task, box)];
  const { elementBytes } = task.tensor;
  const [plain, spared] = [0, groupFor(elementBytes)].map(group => waysOf(task, output, group));
  const isSpared = spared < plain;
  return {
    ...box,
    ...{ input, output },
    group: isSpared ? groupFor(elementBytes) : 0,
    sharedBytes: sharedBytesOf(task, box.elements, isSpared),
    threads: threadsOf(input),
    demand: demandOf(task, box, Math.min(plain, spared)),
  };
}

const threadsOf = ({ accesses }: BoxSide): number =>
  Math.min(MOST_THREADS, Math.max(LEAST_THREADS, roundUp(Math.ceil(accesses / HELD), LANES)));

/** Wavefronts by those without a conflict, where the first lanes gather their vectors. */
function waysOf({ tensor: { elementBytes } }: Task, { vector, accesses, dims }: BoxSide, group: number): number {
  let [wavefronts, loads] = [0, 0];
  for (let k = 0; k < vector; k++) {
    const words = new Map<number, Set<number>>();
    for (let lane = 0; lane < Math.min(LANES, accesses); lane++) {
      let [rest, place] = [lane * vector + k, 0];
      for (const dim of dims) {
        place += (rest % dim.length) * dim.place;
        rest = Math.floor(rest / dim.length);
      }
      const spared = group === 0 ? 0 : Math.floor(place / group) * spareBytesOf(elementBytes);
      const word = Math.floor((place * elementBytes + spared) / WORD_BYTES);
      const bank = word % BANKS;
      words.set(bank, (words.get(bank) ?? new Set()).add(word));
    }
    wavefronts += Math.max(...[...words.values()].map(({ size }) => size));
    loads++;
  }
  return wavefronts / loads;
}

/** What it costs that an SM gets few CTAs, and how many are enough. */
const FEW_CTAS = 0.3;
const ENOUGH_CTAS_OF_SM = 24;

/** What it costs that few are there at a time, which load or write together, by their number up to eight. */
const FEW_RESIDENT = 0.4;
const ENOUGH_RESIDENT = 8;

/** Instructions of a warp. */
const [START, OF_DIM, OF_ACCESS] = [80, 14, 20];
/** To gather an element, and where a vector may go on in the next row. */
const [GATHER, GATHER_WRAPPED] = [5, 10];
const gatherOf = ({ vector, dims }: BoxSide): number => (dims[0].length % vector === 0 ? GATHER : GATHER_WRAPPED);

/** `ways`: wavefronts of a gathering load. */
function demandOf(task: Task, box: Box, ways: number): Demand {
  const { tensor, elements } = task;
  const { elementBytes, canonical } = tensor;
  const [input, output] = [inputSide(task, box), outputSide(task, box)];
  const threads = threadsOf(input);
  const counts = canonical.shape.map((extent, dim) => Math.ceil(extent / (box.lengths.get(dim) ?? 1)));
  const ctas = product(counts);
  const blockBytes = (elements * elementBytes) / ctas;
  const gridDims = counts.filter(count => count > 1).length;
  const instructions =
    START +
    OF_DIM * gridDims +
    Math.ceil(input.accesses / threads) * (OF_ACCESS + OF_DIM * input.dims.length) +
    Math.ceil(output.accesses / threads) * (OF_ACCESS + OF_DIM * output.dims.length + output.vector * gatherOf(output));
  const sharedBytes = sharedBytesOf(task, box.elements, true);
  const resident = residentCtas({ threads, sharedBytes, registers: REGISTERS });
  return {
    fitted: 'tile-short',
    bytes: elements * elementBytes,
    readRun: runAlong(task, box, task.orders.input, task.strides.input),
    writeRun: runAlong(task, box, task.orders.output, task.strides.output),
    endsInRows: false,
    readAgain: 0,
    idle: 1 - blockBytes / (box.elements * elementBytes),
    slots: slotsFor(warpsFor(threads) * instructions, blockBytes),
    wavefronts: 1 + (WORD_BYTES / elementBytes) * ways,
    inFlightBytes: resident * Math.min(blockBytes, threads * HELD * input.vector * elementBytes),
    ctas,
    besides:
      FEW_CTAS * Math.max(0, 1 - ctas / (ENOUGH_CTAS_OF_SM * H200.sms)) +
      FEW_RESIDENT / Math.min(resident, ENOUGH_RESIDENT),
  };
}

/** What a box reads or writes side by side, and in how many pages. */
function runAlong({ tensor }: Task, { lengths }: Box, order: readonly number[], strides: readonly number[]): MemoryRun {
  const { canonical, elementBytes } = tensor;
  let [run, whole, pages, goesOn] = [1, 1, 1, true];
  for (const dim of order) {
    const [length, extent] = [lengths.get(dim) ?? 1, canonical.shape[dim]];
    if (goesOn) [run, whole] = [run * length, whole * extent];
    else pages *= pagesAlong(length, strides[dim] * elementBytes);
    goesOn &&= length === extent;
  }
  const aligned = Math.min(PAIR_BYTES, Math.min(lowestPower(run), lowestPower(whole)) * elementBytes);
  return { bytes: run * elementBytes, aligned, pages };
}

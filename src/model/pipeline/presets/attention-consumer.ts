/** A warpgroup that multiplies and takes the softmax, in the order of FlashAttention-3. */
import { LANES, WARPGROUP_THREADS } from '../../../base/hardware.ts';
import type { Role, Step } from '../../../trace/scenario.ts';
import {
  type Attention,
  BAR,
  GROUP_ROWS,
  mmaThreads,
  outputBytes,
  productFlop,
  queryThreads,
  scores,
} from './attention-shape.ts';
import { place, WARP_BYTES } from './gemm-shape.ts';
import { alu, arrive, barArrive, barSync, loop, mma, next, slot, wait, waitProducts } from './step-words.ts';

export function attentionConsumer(shape: Attention, group: number): Role {
  const { stages, tiles, arrivesFirst, isPingPong, overlaps, sharedP } = shape;
  const tile = overlaps ? overlappedTile(shape, group) : plainTile(shape, group);
  return {
    name: `consumer ${group}`,
    warps: WARPGROUP_THREADS / LANES,
    places: [
      place('q', 1, 0),
      place('k', stages, 0),
      place('v', stages, 0),
      place('o', 1, 0),
      ...(sharedP ? [place('p', 1, 0)] : []),
    ],
    steps: [
      ...(arrivesFirst ? [freeQuery(shape)] : []),
      ...(isPingPong && group === 1 ? [barArrive(BAR.scheduler(1), 2 * WARPGROUP_THREADS)] : []),
      ...loop(tiles, [...tile, ...epilogue(shape, group)]),
    ],
  };
}

const freeQuery = (shape: Attention): Step => barArrive(BAR.queryEmpty, queryThreads(shape));
/** Q comes from shared memory, again for each instruction. */
const firstProduct = (shape: Attention): Step => ({
  ...mma(productFlop(shape), slot('q', 'q'), slot('k', 'k')),
  operandBytes: (GROUP_ROWS + shape.blockN) * shape.headDim * shape.elementBytes,
});
const release = (name: string): readonly Step[] => [arrive(`empty ${name}`, name), next(name)];

/** Row maxima, the scaled difference and row sums; then the exponentials. */
const softmax = (shape: Attention): readonly Step[] => [
  ...(shape.aluPerScore > 0 ? [alu((shape.aluPerScore * scores(shape)) / LANES)] : []),
  { do: 'exp', count: scores(shape) },
];

/**
 * One conversion instruction takes two scores, and two issue slots (`ALU_PER_SCORE`); if P goes through shared memory, as many stores
 * come on top.
 */
const convert = (shape: Attention, group: number): Step =>
  shape.sharedP
    ? { do: 'alu', instructions: (1.5 * scores(shape)) / LANES, writes: [slot(`p ${group}`, 'p')] }
    : alu(scores(shape) / LANES);

const rescale = ({ headDim }: Attention): Step => alu((GROUP_ROWS * headDim) / LANES);

function secondProduct(shape: Attention, group: number): readonly Step[] {
  const { sharedP, headDim, blockN, elementBytes } = shape;
  const product: Step = {
    ...mma(productFlop(shape), ...(sharedP ? [slot(`p ${group}`, 'p')] : []), slot('v', 'v')),
    operandBytes: ((sharedP ? GROUP_ROWS : 0) + headDim) * blockN * elementBytes,
  };
  return sharedP ? [product, next('p')] : [product];
}

const takeTurn = ({ isPingPong }: Attention, group: number): readonly Step[] =>
  isPingPong ? [barSync(BAR.scheduler(group), 2 * WARPGROUP_THREADS)] : [];

const passTurn = ({ isPingPong, groups }: Attention, group: number): readonly Step[] =>
  isPingPong ? [barArrive(BAR.scheduler((group % groups) + 1), 2 * WARPGROUP_THREADS)] : [];

/** The softmax of a block runs while the second product of the previous block is computed. */
function overlappedTile(shape: Attention, group: number): readonly Step[] {
  const { rescalesFirst, blocks } = shape;
  const step = [
    // With ping-pong the first warpgroup has waited, and the others follow it.
    ...(shape.isPingPong && group > 1 ? [] : [wait('full k', 'k')]),
    ...takeTurn(shape, group),
    firstProduct(shape),
    ...(rescalesFirst ? [rescale(shape)] : []),
    wait('full v', 'v'),
    ...secondProduct(shape, group),
    ...passTurn(shape, group),
    waitProducts(1),
    ...release('k'),
    ...softmax(shape),
    waitProducts(0),
    ...release('v'),
    convert(shape, group),
    ...(rescalesFirst ? [] : [rescale(shape)]),
  ];
  return [...overlappedStart(shape, group), ...loop(blocks - 1, step), ...overlappedEnd(shape, group)];
}

const overlappedStart = (shape: Attention, group: number): readonly Step[] => [
  wait('full q', 'q'),
  wait('full k', 'k'),
  firstProduct(shape),
  waitProducts(0),
  ...release('k'),
  ...softmax(shape),
  convert(shape, group),
];

const overlappedEnd = (shape: Attention, group: number): readonly Step[] => [
  freeQuery(shape),
  next('q'),
  ...(shape.rescalesFirst ? [rescale(shape)] : []),
  wait('full v', 'v'),
  ...secondProduct(shape, group),
  waitProducts(0),
  ...release('v'),
  rescale(shape),
];

const plainBlock = (shape: Attention, group: number, isFirst: boolean): readonly Step[] => [
  wait('full k', 'k'),
  firstProduct(shape),
  ...passTurn(shape, group),
  waitProducts(0),
  ...release('k'),
  ...softmax(shape),
  convert(shape, group),
  ...(isFirst ? [] : [rescale(shape)]),
  wait('full v', 'v'),
  ...takeTurn(shape, group),
  ...secondProduct(shape, group),
  waitProducts(0),
  ...release('v'),
];

const plainTile = (shape: Attention, group: number): readonly Step[] => [
  wait('full q', 'q'),
  ...takeTurn(shape, group),
  ...plainBlock(shape, group, true),
  ...loop(shape.blocks - 1, plainBlock(shape, group, false)),
  ...passTurn(shape, group),
  freeQuery(shape),
  next('q'),
  rescale(shape),
];

/**
 * Stores O to where V was, as soon as no warpgroup reads V any more. Only the last warpgroup has the thread that stores
 * it.
 */
function epilogue(shape: Attention, group: number): readonly Step[] {
  const threads = mmaThreads(shape);
  const instructions = outputBytes(shape) / shape.groups / WARP_BYTES;
  const write: Step = { do: 'alu', instructions, writes: [slot('o', 'o')] };
  const store: readonly Step[] = [
    barSync(BAR.epilogue, threads),
    { do: 'store', bytes: outputBytes(shape), from: slot('o', 'o') },
    { do: 'waitStores', pending: 0 },
    arrive('o stored', 'o'),
  ];
  const isLast = group === shape.groups;
  return [barSync(BAR.epilogue, threads), write, ...(isLast ? store : [barArrive(BAR.epilogue, threads)]), next('o')];
}

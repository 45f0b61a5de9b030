/**
 * Blocks with two long sides, for `tile-odd`: of all shapes worth a look, the one that is predicted to be fastest. Rows are
 * loaded as whole vectors that hold more than the block's elements, and columns are cut at sectors of the output.
 */
import { assert } from '../../../base/assert.ts';
import { roundUp } from '../../../base/bits.ts';
import { LANES, SECTOR_BYTES, WIDEST_ACCESS_BYTES, WORD_BYTES } from '../../../base/hardware.ts';
import { product } from '../permutation.ts';
import { type CopySpeed, type Demand, H200, slotsFor, timeFactor, warpsFor } from './bounds.ts';
import {
  extentsOf,
  LENGTHS,
  type PairDims,
  pagesOf,
  runOf,
  sidesOf,
  type TileLengths,
  type TileSides,
} from './tile-sides.ts';
import { lowestPower, type PlannedTensor, residentCtas, type Strides, stridesOf } from './wide-accesses.ts';

/** Same values as in tile-odd.cuh. */
const MOST_THREADS = 512;
const HELD = 4;
const REGISTERS = 32;

const LEAST_THREADS = 64;

/** Of a warp, as compiled for sm_90, for a grid of `dims` dimensions: `written` vectors of `vector` elements a thread. */
const instructionsFor = (vector: number, written: number, dims: number): number =>
  60 + 20 * dims + 25 * HELD + written * (45 + 12 * vector);

/** Wavefronts for 128 bytes each way: lanes that load elements of a column two or three times as often meet in a bank. */
const STORED = 1.2;
const LOADED = 2.5;

export interface OddBlock {
  readonly sides: TileSides;
  readonly lengths: TileLengths;
  /** How many there are along both pairs. */
  readonly blocks: readonly [across: number, down: number];
  /** Elements of sixteen bytes. */
  readonly vector: number;
  /** Elements of a sector, which columns are cut by. */
  readonly cut: number;
  /** Vectors of a thread under way at once. */
  readonly held: number;
  readonly sharedBytes: number;
  /** Threads of a CTA: no more than have work. */
  readonly threads: number;
  readonly demand: Demand;
}

/** Rows of shared memory: those of the column that starts first, to those of the one that ends last. */
export const rowsOf = ({ lengths: [, down], cut }: Pick<OddBlock, 'lengths' | 'cut'>): number => down + cut - 1;

/** Vectors of such a row. */
export const rowVectorsOf = ({ lengths: [across], vector }: Pick<OddBlock, 'lengths' | 'vector'>): number =>
  across / vector + 1;

/** The fastest dimension of the tensor changes; `sharedLimit` in bytes. */
export function oddBlock(tensor: PlannedTensor, sharedLimit: number, gpu: CopySpeed = H200): OddBlock {
  const task = taskOf(tensor);
  const blocks = shapesOf(task).filter(({ sharedBytes }) => sharedBytes <= sharedLimit);
  const large = blocks.filter(({ threads }) => threads >= LEAST_THREADS);
  let best: OddBlock | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const shape of large.length > 0 ? large : blocks) {
    const demand = demandOf(task, shape);
    const factor = timeFactor(demand, gpu);
    if (factor < least) [best, least] = [{ ...shape, demand }, factor];
  }
  assert(best !== null, 'a few vectors fit everywhere');
  return best;
}

interface Task {
  readonly tensor: PlannedTensor;
  readonly elements: number;
  readonly strides: Strides;
  readonly vector: number;
  readonly cut: number;
}

const taskOf = (tensor: PlannedTensor): Task => ({
  tensor,
  elements: product(tensor.canonical.shape),
  strides: stridesOf(tensor.canonical),
  vector: WIDEST_ACCESS_BYTES / tensor.elementBytes,
  cut: SECTOR_BYTES / tensor.elementBytes,
});

type Shape = Omit<OddBlock, 'demand'>;

function shapesOf(task: Task): Shape[] {
  return sidesOf(task.tensor.canonical).flatMap(sides => {
    const [acrosses, downs] = [sides.across, sides.down].map(pair => lengthsOf(task, pair));
    return acrosses.flatMap(across => downs.flatMap(down => shapeOf(task, sides, [across, down]) ?? []));
  });
}

const totalOf = (tensor: PlannedTensor, pair: PairDims): number => product(extentsOf(tensor, pair));

/** Round lengths, and equal parts: whole vectors. */
function lengthsOf({ tensor, vector }: Task, pair: PairDims): number[] {
  const total = totalOf(tensor, pair);
  const parts = LENGTHS.map(length => roundUp(Math.ceil(total / Math.ceil(total / length)), vector));
  return [...new Set([...LENGTHS.filter(length => length < total), ...parts])];
}

/** Null where a CTA has too few threads for it. */
function shapeOf({ tensor, vector, cut }: Task, sides: TileSides, lengths: TileLengths): Shape | null {
  const [across, down] = lengths;
  const [rows, rowVectors] = [rowsOf({ lengths, cut }), rowVectorsOf({ lengths, vector })];
  const threads = roundUp(Math.ceil((rows * rowVectors) / HELD), LANES);
  if (threads > MOST_THREADS) return null;
  const [acrossTotal, downTotal] = [totalOf(tensor, sides.across), totalOf(tensor, sides.down)];
  // Columns that begin at multiples of more elements are cut less early.
  const early = cut - Math.min(cut, lowestPower(downTotal));
  const blocks = [Math.ceil(acrossTotal / across), Math.ceil((downTotal + early) / down)] as const;
  const sharedBytes = Math.ceil(rows / vector) * (vector * rowVectors + 1) * WIDEST_ACCESS_BYTES;
  return { sides, lengths, blocks, vector, cut, held: HELD, sharedBytes, threads };
}

function demandOf(
  { tensor, elements, strides }: Task,
  { sides, lengths, blocks, vector, cut, sharedBytes, threads }: Shape,
): Demand {
  const { canonical, elementBytes } = tensor;
  const [across, down] = lengths;
  const totals = [totalOf(tensor, sides.across), totalOf(tensor, sides.down)];
  const ctas = (elements / (totals[0] * totals[1])) * blocks[0] * blocks[1];
  const blockBytes = (elements * elementBytes) / ctas;
  const inPairs = [...sides.across, ...sides.down].filter(dim => dim !== null).length;
  const dims = canonical.shape.length - inPairs + blocks.filter(count => count > 1).length;
  const written = (across * down) / vector / threads;
  const resident = residentCtas({ threads, sharedBytes, registers: REGISTERS });
  const writeRun = runOf(elementBytes, down, totals[1], pagesOf(tensor, across, sides.across, strides.output));
  return {
    bytes: elements * elementBytes,
    readRun: runOf(elementBytes, across, totals[0], pagesOf(tensor, down, sides.down, strides.input)),
    writeRun: { ...writeRun, aligned: Math.max(writeRun.aligned, SECTOR_BYTES) },
    endsInRows: sides.across[1] !== null && across % extentsOf(tensor, sides.across)[0] !== 0,
    readAgain: (cut - 1) / down,
    idle: 1 - blockBytes / (across * down * elementBytes),
    slots: slotsFor(warpsFor(threads) * instructionsFor(vector, written, dims), blockBytes),
    wavefronts: STORED + LOADED * Math.max(1, WORD_BYTES / elementBytes),
    inFlightBytes: resident * blockBytes,
    ctas,
  };
}

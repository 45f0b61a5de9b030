/** Blocks of rows that stay whole, for `rows-v`: of all shapes worth a look, the one that is predicted to be fastest. */
import { assert } from '../../../base/assert.ts';
import { roundUp } from '../../../base/bits.ts';
import { LANES, LINE_BYTES } from '../../../base/hardware.ts';
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
import { lowestPower, type PlannedTensor, residentCtas, widestVector } from './wide-accesses.ts';

/** Same values as in rows-v.cuh. */
const MOST_THREADS = 256;
export const ROWS_HELD = 2;

/** Of a thread, as compiled for sm_90; and of a warp, for a block in `dims` dimensions of pieces. */
const REGISTERS = 32;
const instructionsFor = (dims: number): number => 40 + 20 * dims + 22 * ROWS_HELD;

/** Elements along the row, the next dimension of the input, and the next dimension of the output. */
export type RowLengths = readonly [across: number, acrossNext: number, downNext: number];

/** Dimensions of the input; null where a block is not cut along that side. */
export type RowSides = readonly [across: number, acrossNext: number | null, downNext: number | null];

export interface RowBlock {
  readonly sides: RowSides;
  readonly lengths: RowLengths;
  /** Elements of an access. */
  readonly vector: number;
  /** Threads of a CTA: no more than have work. */
  readonly threads: number;
  readonly demand: Demand;
}

/** The fastest dimension of the tensor stays. */
export function rowBlock(tensor: PlannedTensor, gpu: CopySpeed = H200): RowBlock {
  const { canonical, elementBytes } = tensor;
  const across = canonical.perm.length - 1;
  const [inNext, outNext] = [across - 1, canonical.perm.at(-2)!];
  // A dimension is one side only.
  const sides: RowSides = [across, inNext, outNext === inNext ? null : outNext];
  const extents = sides.map(dim => (dim === null ? 1 : canonical.shape[dim]));
  const task = { tensor, sides, extents, vector: widestVector([extents[0]], elementBytes) };
  let best: RowBlock | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const lengths of shapesOf(task)) {
    const block = blockOf(task, lengths);
    const { readRun, writeRun } = block.demand;
    const runs = (READ_RUN * LINE_BYTES) / readRun.bytes + (WRITTEN_RUN * LINE_BYTES) / writeRun.bytes;
    const cost = timeFactor(block.demand, gpu) + runs;
    if (cost < least) [best, least] = [block, cost];
  }
  assert(best !== null, 'one access is a block');
  return best;
}

/** Weights of short runs in the choice of a block, fitted to 770 blocks of TTC's permutations that keep their rows. */
const READ_RUN = 0.18;
const WRITTEN_RUN = 0.51;

interface Task {
  readonly tensor: PlannedTensor;
  readonly sides: RowSides;
  readonly extents: readonly number[];
  readonly vector: number;
}

const LONG = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096, 8192];
const FEW = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 64];

/** Whole dimensions, and pieces of about equal length, in multiples of a vector. */
function cutsOf(extent: number, vector: number, lengths: readonly number[]): number[] {
  const cuts = lengths.map(length => {
    const pieces = Math.ceil(extent / roundUp(length, vector));
    return roundUp(Math.ceil(extent / pieces), vector);
  });
  return [...new Set(cuts)];
}

/** Accesses that move a block. */
const accessesOf = ([across, acrossNext, downNext]: RowLengths, vector: number): number =>
  (across / vector) * acrossNext * downNext;

/** A row goes on in its neighbours where a block has all of it. */
function shapesOf({ extents: [all, allNext, allDownNext], vector }: Task): RowLengths[] {
  const shapes: RowLengths[] = [];
  for (const across of cutsOf(all, vector, LONG))
    for (const acrossNext of across === all ? cutsOf(allNext, 1, FEW) : [1])
      for (const downNext of across === all ? cutsOf(allDownNext, 1, FEW) : [1]) {
        const shape: RowLengths = [across, acrossNext, downNext];
        if (accessesOf(shape, vector) <= MOST_THREADS * ROWS_HELD) shapes.push(shape);
      }
  return shapes;
}

function blockOf(task: Task, lengths: RowLengths): RowBlock {
  const { sides, vector } = task;
  const threads = roundUp(Math.ceil(accessesOf(lengths, vector) / ROWS_HELD), LANES);
  return { sides, lengths, vector, threads, demand: demandOf(task, lengths, threads) };
}

/** Ragged ends leave threads without work. */
function demandOf({ tensor, sides, extents, vector }: Task, lengths: RowLengths, threads: number): Demand {
  const { canonical, elementBytes } = tensor;
  const elements = product(canonical.shape);
  const pieces = extents.map((extent, side) => Math.ceil(extent / lengths[side]));
  const ctas = (elements / product(extents)) * product(pieces);
  const blockBytes = (elements * elementBytes) / ctas;
  const resident = residentCtas({ threads, sharedBytes: 0, registers: REGISTERS });
  const inBlocks = sides.filter(side => side !== null).length;
  const dims = pieces.filter(count => count > 1).length + canonical.shape.length - inBlocks;
  const [across, acrossNext, downNext] = lengths;
  const run = (next: number): MemoryRun => ({
    bytes: across * next * elementBytes,
    aligned: Math.min(PAIR_BYTES, Math.min(lowestPower(across * next), lowestPower(extents[0])) * elementBytes),
    pages: 1,
  });
  return {
    bytes: elements * elementBytes,
    readRun: run(acrossNext),
    writeRun: run(downNext),
    endsInRows: false,
    readAgain: 0,
    idle: 0,
    slots: slotsFor(warpsFor(threads) * instructionsFor(dims), blockBytes),
    wavefronts: 0,
    inFlightBytes: resident * Math.min(blockBytes, threads * ROWS_HELD * vector * elementBytes),
    ctas,
  };
}

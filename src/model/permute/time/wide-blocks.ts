/** Blocks for movers with wide accesses: of all shapes worth a look, the one that is predicted to be fastest. */
import { roundUp } from '../../../base/bits.ts';
import { LANES, LINE_BYTES, WIDEST_ACCESS_BYTES, WORD_BYTES } from '../../../base/hardware.ts';
import { ctasPerSm } from '../occupancy.ts';
import { type Permutation, product } from '../permutation.ts';
import { type CopySpeed, type Demand, H200, type MemoryRun, predictedTime, slotsFor, warpsFor } from './bounds.ts';
import { accessesOf, extentsOf, type SideLengths, type Sides, shapesOf, sidesOf } from './sides.ts';

/** A kernel that moves blocks along four sides, each thread so many accesses at once. */
export interface WideMover {
  /** Most threads of a CTA. */
  readonly mostThreads: number;
  /** Accesses of a thread under way at once. */
  readonly held: number;
  readonly keepsRows: boolean;
  /** Registers of a thread. */
  registers(elementBytes: number): number;
  /** Instructions of a warp, for a block in `dims` dimensions of pieces. */
  instructions(vector: number, dims: number): number;
}

export interface WideBlock {
  readonly sides: Sides;
  readonly lengths: SideLengths;
  /** Elements of an access. */
  readonly vector: number;
  /** Unused accesses after the rows of a square: 1 if squares below each other would start in one bank. */
  readonly spare: number;
  readonly sharedBytes: number;
  /** Threads of a CTA: no more than have work. */
  readonly threads: number;
  readonly demand: Demand;
}

interface Tensor {
  readonly canonical: Permutation;
  readonly elementBytes: number;
}

/** `canonical` has two dimensions at least; `sharedLimit` in bytes. */
export function wideBlock(tensor: Tensor, mover: WideMover, sharedLimit: number, gpu: CopySpeed = H200): WideBlock {
  const { canonical, elementBytes } = tensor;
  const sides = sidesOf(canonical);
  const extents = extentsOf(canonical, sides);
  const long = mover.keepsRows ? [extents[0]] : [extents[0], extents[2]];
  const vector = widestVector(long, elementBytes);
  const { keepsRows } = mover;
  const shapes = shapesOf({ extents, vector, keepsRows, mostAccesses: mover.mostThreads * mover.held });
  const blocks = shapes.map(lengths => blockOf(tensor, mover, { sides, extents, lengths, vector }));
  const fitting = blocks.filter(({ sharedBytes }) => sharedBytes <= sharedLimit);
  const timed = fitting.map(block => ({
    block,
    factor: predictedTime(block.demand, gpu).factor + CONFLICT * waysOf(block, elementBytes),
  }));
  return timed.reduce((a, b) => (b.factor < a.factor ? b : a)).block;
}

/**
 * Weight of conflicts in the choice of a block: of about equally fast blocks, the one with the fewest conflicts is
 * taken.
 */
const CONFLICT = 0.005;

/** Wavefronts by those without a conflict, where the lanes of a CTA's first warps load squares. */
function waysOf({ lengths, vector, spare }: WideBlock, elementBytes: number): number {
  const [across, , down, downNext] = lengths;
  const places = LINE_BYTES / Math.max(WORD_BYTES, vector * elementBytes);
  const column = (down / vector) * downNext;
  const [pitch, lanes] = [across + spare, Math.min(LANES * places, column * (across / vector))];
  let wavefronts = 0;
  for (let first = 0; first < lanes; first += places) {
    const asked = new Map<number, number>();
    for (let lane = first; lane < Math.min(first + places, lanes); lane++) {
      const bank = ((lane % column) * pitch + Math.floor(lane / column)) % places;
      asked.set(bank, (asked.get(bank) ?? 0) + 1);
    }
    wavefronts += Math.max(...asked.values());
  }
  return wavefronts / Math.ceil(lanes / places);
}

/** The most elements, up to 16 bytes and a power of two, of which all `extents` are multiples. */
function widestVector(extents: readonly number[], elementBytes: number): number {
  const powers = extents.map(extent => lowestPower(extent));
  return Math.min(WIDEST_ACCESS_BYTES / elementBytes, ...powers);
}

/** The largest power of two, up to 2^30, that divides `n`. */
export function lowestPower(n: number): number {
  let power = 1;
  while (power < 2 ** 30 && n % (2 * power) === 0) power *= 2;
  return power;
}

interface Shape {
  readonly sides: Sides;
  readonly extents: SideLengths;
  readonly lengths: SideLengths;
  readonly vector: number;
}

function blockOf(tensor: Tensor, mover: WideMover, shape: Shape): WideBlock {
  const { sides, lengths, vector } = shape;
  const [across, acrossNext, down, downNext] = lengths;
  const spare = across % 2 === 0 && !mover.keepsRows ? 1 : 0;
  const squares = (acrossNext * downNext * down) / vector;
  const units = mover.keepsRows ? 0 : squares * (across + spare);
  const sharedBytes = units * vector * tensor.elementBytes;
  const threads = roundUp(Math.ceil(accessesOf(lengths, vector) / mover.held), LANES);
  const demand = demandOf(tensor, mover, shape, { sharedBytes, threads });
  return { sides, lengths, vector, spare, sharedBytes, threads, demand };
}

type Cta = Pick<WideBlock, 'sharedBytes' | 'threads'>;

/** Threads of an SM, and its registers. */
const SM_THREADS = 2048;
const SM_REGISTERS = 65536;

const residentCtas = ({ sharedBytes, threads }: Cta, registers: number): number =>
  Math.min(Math.floor(Math.min(SM_THREADS, SM_REGISTERS / registers) / threads), ctasPerSm(sharedBytes, 'sm_90')!);

/** Registers allow a number of CTAs, shared memory another; ragged ends leave threads without work. */
function demandOf(tensor: Tensor, mover: WideMover, shape: Shape, cta: Cta): Demand {
  const { canonical, elementBytes } = tensor;
  const { extents, lengths, vector } = shape;
  const bytes = product(canonical.shape) * elementBytes;
  const pieces = extents.map((extent, side) => Math.ceil(extent / lengths[side]));
  const outside = product(canonical.shape) / product(extents);
  const ctas = outside * product(pieces);
  const fill = product(extents) / (product(pieces) * product(lengths));
  const blockBytes = accessesOf(lengths, vector) * vector * elementBytes * fill;
  const resident = residentCtas(cta, mover.registers(elementBytes));
  const dims = pieces.filter(count => count > 1).length + canonical.shape.length - shape.sides.filter(isDim).length;
  const instructions = warpsFor(cta.threads) * mover.instructions(vector, dims);
  return {
    bytes,
    ...runsOf(tensor, shape),
    slots: slotsFor(instructions, blockBytes),
    wavefronts: mover.keepsRows ? 0 : 2,
    inFlightBytes: resident * blockBytes,
    ctas,
  };
}

const isDim = (side: number | null): boolean => side !== null;

const FAR_BYTES = 2 * 1024 * 1024;

type Runs = Pick<Demand, 'readRun' | 'writeRun'>;

function runsOf(tensor: Tensor, { sides, extents, lengths }: Shape): Runs {
  const { inStride, outStride } = strideBytes(tensor);
  const [across, acrossNext, down, downNext] = lengths;
  const downSide = sides[2];
  const run = (own: number, next: number, whole: number, isFar: boolean): MemoryRun => ({
    bytes: own * next * tensor.elementBytes,
    aligned: Math.min(LINE_BYTES, Math.min(lowestPower(own * next), lowestPower(whole)) * tensor.elementBytes),
    isFar,
  });
  if (downSide === null)
    return {
      readRun: run(across, acrossNext, extents[0], false),
      writeRun: run(across, downNext, extents[0], false),
    };
  // Where the long sides follow each other in memory, a block of whole rows is one run.
  const { perm } = tensor.canonical;
  const readNext = downSide === sides[0] - 1 ? down : acrossNext;
  const writeNext = perm.at(-2) === sides[0] ? across : downNext;
  return {
    readRun: run(across, across === extents[0] ? readNext : 1, extents[0], inStride(downSide) >= FAR_BYTES),
    writeRun: run(down, down === extents[2] ? writeNext : 1, extents[2], outStride(sides[0]) >= FAR_BYTES),
  };
}

function strideBytes({ canonical: { shape, perm }, elementBytes }: Tensor) {
  return {
    inStride: (dim: number) => product(shape.slice(dim + 1)) * elementBytes,
    outStride: (dim: number) => product(perm.slice(perm.indexOf(dim) + 1).map(faster => shape[faster])) * elementBytes,
  };
}

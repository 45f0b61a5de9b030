/** Blocks with two long sides, for `tile-bulk`: of all shapes worth a look, the one that is predicted to be fastest. */
import { assert } from '../../../base/assert.ts';
import { roundUp } from '../../../base/bits.ts';
import { LANES, WIDEST_ACCESS_BYTES } from '../../../base/hardware.ts';
import { type CopySpeed, type Demand, H200, timeFactor } from './bounds.ts';
import { type LongSidesTask, longSidesDemand, longSidesTask } from './long-sides.ts';
import { extentsOf, lengthsOf, sidesOf, type TileLengths, type TileSides } from './tile-sides.ts';
import { type PlannedTensor, residentCtas } from './wide-accesses.ts';

/** Same values as in tile-bulk.cuh. */
const mostThreads = (elementBytes: number): number => (elementBytes === 4 ? 1024 : 512);
const squaresFor = (elementBytes: number): number => (elementBytes < 16 ? 1 : 2);

/** Registers of a thread that ptxas uses for sm_90, in eights, by the bytes of an element. */
const REGISTERS: ReadonlyMap<number, number> = new Map([
  [1, 96],
  [2, 72],
  [4, 40],
]);
const MOST_NEED = 24;

/** Of a warp, as compiled for sm_90, that moves `vectors` for each thread in a grid of `dims` dimensions. */
const instructionsFor = (vectors: number, dims: number): number => 80 + 20 * dims + 20 * vectors;

export interface BulkBlock {
  readonly sides: TileSides;
  readonly lengths: TileLengths;
  /** Elements of sixteen bytes. */
  readonly vector: number;
  /** Of a thread. */
  readonly squares: number;
  readonly sharedBytes: number;
  /** Threads of a CTA: no more than have work. */
  readonly threads: number;
  readonly demand: Demand;
}

/**
 * Two CTAs of an SM are too few: both load or both store. With 227 KiB a reversal of 28 × 10^6 elements of 4 bytes had 160 by 80 elements a
 * block, and took 156 µs instead of 127.
 */
const MOST_SHARED_BYTES = 48 * 1024;

/** Both fastest dimensions are whole vectors, and the fastest one changes; `sharedLimit` in bytes. */
export function bulkBlock(tensor: PlannedTensor, sharedLimit: number, gpu: CopySpeed = H200): BulkBlock {
  const task = longSidesTask(tensor);
  let best: BulkBlock | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { sides, lengths } of shapesOf(tensor, Math.min(sharedLimit, MOST_SHARED_BYTES))) {
    const block = blockOf(task, sides, lengths);
    const factor = timeFactor(block.demand, gpu);
    if (factor < least) [best, least] = [block, factor];
  }
  assert(best !== null, 'a square of vectors fits everywhere');
  return best;
}

const LEAST_THREADS = 64;

/** Shorter columns keep the engine busy, and shorter rows the caches. */
const LEAST_BYTES = 128;

/** By the CTAs of an SM: squares of bytes fill the registers of few threads. */
const fewCtas = (elementBytes: number): number => (elementBytes === 1 ? 0.2 : 0.022);

/** Fitted: CTAs wait until the engine has read. Large elements need no turning, and took less time than their bounds. */
const waiting = (elementBytes: number): number => (elementBytes > 4 ? -0.025 : 0.025);

/** The last CTAs of a launch wait, too: 0.4 to 1.4 µs more than launches of `tile-v` from 1024² to 8192² of 2 and 4 bytes. */
const WAITING_SECONDS = 1.4e-6;

/** A spare vector follows the columns of a square. */
const sharedBytesFor = ([across, down]: TileLengths, vector: number): number =>
  (across / vector) * (down + 1) * WIDEST_ACCESS_BYTES;

const vectorOf = ({ elementBytes }: PlannedTensor): number => WIDEST_ACCESS_BYTES / elementBytes;

/** Blocks of short columns or rows, or for few threads, are left out, unless a tensor has no others. */
function shapesOf(tensor: PlannedTensor, sharedLimit: number): Array<Pick<BulkBlock, 'sides' | 'lengths'>> {
  const { elementBytes } = tensor;
  const vector = vectorOf(tensor);
  const shapes = sidesOf(tensor.canonical).flatMap(sides => {
    const [acrosses, downs] = [sides.across, sides.down].map(pair => lengthsOf(extentsOf(tensor, pair), vector));
    return acrosses.flatMap(across => downs.map(down => ({ sides, lengths: [across, down] as const })));
  });
  const threads = ({ lengths: [across, down] }: Pick<BulkBlock, 'lengths'>): number =>
    ((across / vector) * (down / vector)) / squaresFor(elementBytes);
  const fitting = shapes.filter(
    shape => threads(shape) <= mostThreads(elementBytes) && sharedBytesFor(shape.lengths, vector) <= sharedLimit,
  );
  const large = fitting.filter(shape => threads(shape) >= LEAST_THREADS);
  const long = large.filter(({ lengths }) => Math.min(...lengths) * elementBytes >= LEAST_BYTES);
  return [long, large].find(some => some.length > 0) ?? fitting;
}

function blockOf(task: LongSidesTask, sides: TileSides, lengths: TileLengths): BulkBlock {
  const { elementBytes } = task.tensor;
  const [across, down] = lengths;
  const [vector, squares] = [vectorOf(task.tensor), squaresFor(elementBytes)];
  const threads = roundUp(Math.ceil(((across / vector) * (down / vector)) / squares), LANES);
  const sharedBytes = sharedBytesFor(lengths, vector);
  const registers = REGISTERS.get(elementBytes) ?? MOST_NEED;
  const demand: Demand = {
    ...longSidesDemand(task, sides, {
      ...{ lengths, threads, sharedBytes, registers },
      instructionsFor: dims => instructionsFor(squares * vector, dims),
    }),
    besides: waiting(elementBytes) + fewCtas(elementBytes) / residentCtas({ threads, sharedBytes, registers }),
    besidesSeconds: WAITING_SECONDS,
    fitted: 'tile-bulk',
  };
  return { sides, lengths, vector, squares, sharedBytes, threads, demand };
}

/** Blocks with two long sides, for `tile-v`: of all shapes worth a look, the one that is predicted to be fastest. */
import { assert } from '../../../base/assert.ts';
import { roundUp } from '../../../base/bits.ts';
import { LANES, LINE_BYTES, WIDEST_ACCESS_BYTES, WORD_BYTES } from '../../../base/hardware.ts';
import { type CopySpeed, type Demand, H200, timeFactor } from './bounds.ts';
import { type LongSidesTask, longSidesDemand, longSidesTask } from './long-sides.ts';
import { extentsOf, lengthsOf, sidesOf, type TileLengths, type TileSides } from './tile-sides.ts';
import { type PlannedTensor, widestVector } from './wide-accesses.ts';

/** Same values as in tile-v.cuh. */
const mostThreads = (elementBytes: number): number => (elementBytes < 4 ? 256 : 512);
const bytesFor = (elementBytes: number): number => (elementBytes < 4 ? 128 / elementBytes : 32);
const heldOf = (bytes: number, vectorBytes: number, elementBytes: number): number =>
  Math.min(elementBytes < 4 ? 16 : 8, bytes / vectorBytes);

/** Registers of a thread that ptxas uses for sm_90, by the bytes of an element. */
const REGISTERS: ReadonlyMap<number, number> = new Map([
  [1, 80],
  [2, 64],
  [4, 32],
]);
const MOST_NEED = 40;

/** Of a warp, as compiled for sm_90, for a grid of `dims` dimensions. */
const instructionsFor = (vector: number, held: number, dims: number): number =>
  60 + 20 * dims + 22 * held + (held / vector) * (30 + 6 * vector);

/** What it costs that an SM has few CTAs, which do not end together, and how many are enough. */
const FEW_CTAS = { cost: 0.2, enough: 24 };
const FEW_CTAS_NARROW = { cost: 0.1, enough: 12 };

/** How many times its instructions count where accesses are narrower than sixteen bytes. */
const NARROW = 1.3;

export interface TileBlock {
  readonly sides: TileSides;
  readonly lengths: TileLengths;
  /** Elements of an access. */
  readonly vector: number;
  /** Accesses of a thread under way at once. */
  readonly held: number;
  /** Unused accesses after the rows of a square, so that squares below each other do not start in one bank. */
  readonly spare: number;
  readonly sharedBytes: number;
  /** Threads of a CTA: no more than have work. */
  readonly threads: number;
  readonly demand: Demand;
}

/** The fastest dimension of the tensor changes; `sharedLimit` in bytes. */
export function tileBlock(tensor: PlannedTensor, sharedLimit: number, gpu: CopySpeed = H200): TileBlock {
  const task = taskOf(tensor);
  let best: TileBlock | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { pairs, lengths } of shapesOf(task)) {
    const block = blockOf(task, pairs, lengths);
    const factor = timeFactor(block.demand, gpu);
    // Without a conflict the ways are 1.
    if (block.sharedBytes > sharedLimit || factor + CONFLICT >= least) continue;
    const cost = factor + CONFLICT * waysOf(task, block);
    if (cost < least) [best, least] = [block, cost];
  }
  assert(best !== null, 'a square of accesses fits everywhere');
  return best;
}

/**
 * Weight of conflicts in the choice of a block: of about equally fast blocks, the one with the fewest conflicts is
 * taken.
 */
const CONFLICT = 0.0095;

interface Task extends LongSidesTask {
  readonly vector: number;
  /** Vectors of a thread in a block that few have to move, and in others. */
  readonly few: number;
  readonly many: number;
}

function taskOf(tensor: PlannedTensor): Task {
  const { canonical, elementBytes } = tensor;
  const { shape, perm } = canonical;
  const vector = widestVector([shape.at(-1)!, shape[perm.at(-1)!]], elementBytes);
  const bytes = bytesFor(elementBytes);
  const [few, many] = [bytes, Math.min(2 * bytes, 128)].map(most => heldOf(most, vector * elementBytes, elementBytes));
  return { ...longSidesTask(tensor), vector, few, many };
}

const LEAST_THREADS = 64;

interface Shape {
  readonly pairs: TileSides;
  readonly lengths: TileLengths;
}

/** Blocks that give few threads something to do are left out, unless a tensor has no others. */
function shapesOf(task: Task): Shape[] {
  const { tensor, vector, many } = task;
  const most = mostThreads(tensor.elementBytes) * many;
  const shapes = sidesOf(tensor.canonical).flatMap(pairs => {
    const [acrosses, downs] = [pairs.across, pairs.down].map(pair => lengthsOf(extentsOf(tensor, pair), vector));
    return acrosses.flatMap(across => downs.map((down): Shape => ({ pairs, lengths: [across, down] })));
  });
  const accesses = ({ lengths: [across, down] }: Shape) => (across / vector) * down;
  const fitting = shapes.filter(shape => accesses(shape) <= most);
  const large = fitting.filter(shape => accesses(shape) >= LEAST_THREADS * many);
  return large.length > 0 ? large : fitting;
}

/** Lanes that a wavefront serves. */
const placesOf = ({ elementBytes }: PlannedTensor, vector: number): number =>
  LINE_BYTES / Math.max(WORD_BYTES, vector * elementBytes);

/** Wavefronts by those without a conflict, where the lanes of a CTA's first warps load squares. */
function waysOf({ tensor, vector }: Task, { lengths: [across, down], spare }: TileBlock): number {
  const places = placesOf(tensor, vector);
  const column = down / vector;
  const [pitch, lanes] = [across + spare, Math.min(LANES * places, column * (across / vector))];
  const asked = new Uint8Array(places);
  let wavefronts = 0;
  for (let first = 0; first < lanes; first += places) {
    asked.fill(0);
    let most = 0;
    for (let lane = first; lane < Math.min(first + places, lanes); lane++)
      most = Math.max(most, ++asked[((lane % column) * pitch + Math.floor(lane / column)) % places]);
    wavefronts += most;
  }
  return wavefronts / Math.ceil(lanes / places);
}

/**
 * Squares below each other start in other banks. Of narrow elements they may be fewer than a wavefront serves: then the next column of squares starts in
 * the banks between.
 */
function spareOf({ tensor, vector }: Task, [across, down]: TileLengths): number {
  if (across % 2 !== 0) return 0;
  const places = placesOf(tensor, vector);
  const column = down / vector;
  const areFew = tensor.elementBytes < WORD_BYTES && column < places && places % column === 0;
  return areFew ? places / column : 1;
}

function blockOf(task: Task, sides: TileSides, lengths: TileLengths): TileBlock {
  const { vector, few, many, tensor } = task;
  const [across, down] = lengths;
  const vectors = (across / vector) * down;
  const held = vectors <= mostThreads(tensor.elementBytes) * few ? few : many;
  const spare = spareOf(task, lengths);
  const sharedBytes = down * (across + spare) * tensor.elementBytes;
  const threads = roundUp(Math.ceil(vectors / held), LANES);
  const demand = demandOf(task, sides, { lengths, held, sharedBytes, threads });
  return { sides, lengths, vector, held, spare, sharedBytes, threads, demand };
}

/** Ragged ends leave threads without work. */
function demandOf(
  task: Task,
  sides: TileSides,
  cta: Pick<TileBlock, 'lengths' | 'held' | 'sharedBytes' | 'threads'>,
): Demand {
  const { vector, tensor } = task;
  const { elementBytes } = tensor;
  const narrow = vector * elementBytes < WIDEST_ACCESS_BYTES ? NARROW : 1;
  const demand = longSidesDemand(task, sides, {
    ...cta,
    registers: REGISTERS.get(elementBytes) ?? MOST_NEED,
    instructionsFor: dims => instructionsFor(vector, cta.held, dims) * narrow,
  });
  const isNarrow = elementBytes < WORD_BYTES;
  const { cost, enough } = isNarrow ? FEW_CTAS_NARROW : FEW_CTAS;
  const besides = cost * Math.max(0, 1 - demand.ctas / (enough * H200.sms));
  return { ...demand, fitted: isNarrow ? 'tile-v, narrow' : 'tile-v', besides };
}

/**
 * Blocks with two long sides, for `tile-odd`: of all shapes worth a look, the one that is predicted to be fastest. Rows are
 * loaded by words, and columns are cut at sectors of the output.
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
const MOST_THREADS = 640;
const ROWS = 8;
const WORDS = 2;
const registersFor = (elementBytes: number): number => (elementBytes === 4 ? 32 : 48);

const LEAST_THREADS = 64;

/** Warps that load a row together. */
const ROW_WARPS = [1, 2];

/**
 * Of a warp, fitted to times: for a grid of `dims` dimensions, and for vectors of `vector` elements, `written` by a thread, that
 * are written in pieces in a part of the blocks.
 */
const instructionsFor = (vector: number, word: number, written: number, dims: number): number =>
  60 + 20 * dims + ROWS * (14 + WORDS * (8 + 10 * word)) + written * 17 * vector * Math.sqrt(vector);

/** Up to ten to twelve blocks it is faster, by 8 % at most, and from fifteen on slower. */
const FEW_ACROSS = 10;

/** By the CTAs of an SM, of elements smaller than a word. */
const FEW_CTAS = 0.5;

export interface OddBlock {
  readonly sides: TileSides;
  readonly lengths: TileLengths;
  /** How many there are along both pairs. */
  readonly blocks: readonly [across: number, down: number];
  /** Blocks come in the order of the input's rows where so few make one. */
  readonly fewAcross: number;
  /** Elements of sixteen bytes. */
  readonly vector: number;
  /** Elements of a word, which rows are loaded by. */
  readonly word: number;
  /** Elements of a sector, or of a vector of small ones, which columns are cut by. */
  readonly cut: number;
  readonly rowWarps: number;
  /** Of a thread, all under way at once, and the words of each. */
  readonly rows: number;
  readonly words: number;
  readonly sharedBytes: number;
  /** Threads of a CTA: no more than have work. */
  readonly threads: number;
  readonly demand: Demand;
}

/** Rows of shared memory: those of the column that starts first, to those of the one that ends last. */
export const rowsOf = ({ lengths: [, down], cut }: Pick<OddBlock, 'lengths' | 'cut'>): number => down + cut - 1;

/** Threads that load a row. */
export const alongOf = ({ rowWarps }: Pick<OddBlock, 'rowWarps'>): number => rowWarps * LANES;

/** Elements of a row of shared memory: its words, of which the first one may begin before it. */
export const columnsOf = ({ rowWarps, word }: Pick<OddBlock, 'rowWarps' | 'word'>): number =>
  (WORDS * rowWarps * LANES + 1) * word - 1;

/** From row to row: odd, so that the elements of a column lie in different banks. */
export const pitchOf = (block: Pick<OddBlock, 'rowWarps' | 'word'>): number =>
  columnsOf(block) + (block.word === 1 ? 1 : 0);

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
  readonly word: number;
  readonly cut: number;
}

const taskOf = (tensor: PlannedTensor): Task => ({
  tensor,
  elements: product(tensor.canonical.shape),
  strides: stridesOf(tensor.canonical),
  vector: WIDEST_ACCESS_BYTES / tensor.elementBytes,
  word: Math.max(1, WORD_BYTES / tensor.elementBytes),
  cut: (tensor.elementBytes < WORD_BYTES ? WIDEST_ACCESS_BYTES : SECTOR_BYTES) / tensor.elementBytes,
});

type Shape = Omit<OddBlock, 'demand'>;

function shapesOf(task: Task): Shape[] {
  return sidesOf(task.tensor.canonical).flatMap(sides => {
    const downs = downsOf(task, sides.down);
    return acrossesOf(task, sides.across).flatMap(([across, rowWarps]) =>
      downs.flatMap(down => shapeOf(task, sides, [across, down], rowWarps) ?? []),
    );
  });
}

/** Elements of a column, and those that it begins early: fewer where columns begin at multiples of more elements. */
const cutTotal = (total: number, cut: number): number => total + cut - Math.min(cut, lowestPower(total));

const totalOf = (tensor: PlannedTensor, pair: PairDims): number => product(extentsOf(tensor, pair));

/** Equal parts, as few as fit into rows of shared memory, wherever they start; by as few warps as will do. */
function acrossesOf({ tensor, word }: Task, pair: PairDims): Array<readonly [across: number, rowWarps: number]> {
  const total = totalOf(tensor, pair);
  const found = new Map<number, number>();
  for (const rowWarps of ROW_WARPS) {
    const most = columnsOf({ rowWarps, word }) - 2 * (word - 1);
    const across = Math.ceil(total / Math.ceil(total / most));
    if (!found.has(across)) found.set(across, rowWarps);
  }
  return [...found];
}

/** Round lengths, and equal parts: whole vectors. */
function downsOf({ tensor, vector, cut }: Task, pair: PairDims): number[] {
  const total = cutTotal(totalOf(tensor, pair), cut);
  const parts = LENGTHS.map(length => roundUp(Math.ceil(total / Math.ceil(total / length)), vector));
  return [...new Set([...LENGTHS.filter(length => length < total), ...parts])];
}

/** Null where a CTA has too few threads for it. */
function shapeOf(
  { tensor, vector, word, cut }: Task,
  sides: TileSides,
  lengths: TileLengths,
  rowWarps: number,
): Shape | null {
  const [across, down] = lengths;
  const rows = rowsOf({ lengths, cut });
  const threads = Math.ceil(rows / ROWS) * alongOf({ rowWarps });
  if (threads > MOST_THREADS) return null;
  const [acrossTotal, downTotal] = [totalOf(tensor, sides.across), totalOf(tensor, sides.down)];
  const blocks = [Math.ceil(acrossTotal / across), Math.ceil(cutTotal(downTotal, cut) / down)] as const;
  const sharedBytes = rows * pitchOf({ rowWarps, word }) * tensor.elementBytes;
  return {
    ...{ sides, lengths, blocks, fewAcross: FEW_ACROSS, vector, word, cut, rowWarps },
    rows: ROWS,
    words: WORDS,
    sharedBytes,
    threads,
  };
}

function demandOf(
  { tensor, elements, strides }: Task,
  { sides, lengths, blocks, vector, word, cut, sharedBytes, threads }: Shape,
): Demand {
  const { canonical, elementBytes } = tensor;
  const [across, down] = lengths;
  const totals = [totalOf(tensor, sides.across), totalOf(tensor, sides.down)];
  const ctas = (elements / (totals[0] * totals[1])) * blocks[0] * blocks[1];
  const blockBytes = (elements * elementBytes) / ctas;
  const inPairs = [...sides.across, ...sides.down].filter(dim => dim !== null).length;
  const dims = canonical.shape.length - inPairs + blocks.filter(count => count > 1).length;
  // Blocks at the ends of a pair write vectors in pieces.
  const inPieces = ((across * down) / vector / threads) * Math.min(1, 2 / blocks[1]);
  const resident = residentCtas({ threads, sharedBytes, registers: registersFor(elementBytes) });
  const writeRun = runOf(elementBytes, down, totals[1], pagesOf(tensor, across, sides.across, strides.output));
  return {
    bytes: elements * elementBytes,
    readRun: runOf(elementBytes, across, totals[0], pagesOf(tensor, down, sides.down, strides.input)),
    writeRun: { ...writeRun, aligned: Math.max(writeRun.aligned, SECTOR_BYTES) },
    endsInRows: sides.across[1] !== null && across % extentsOf(tensor, sides.across)[0] !== 0,
    readAgain: (cut - 1) / down,
    idle: 1 - blockBytes / (across * down * elementBytes),
    slots: slotsFor(warpsFor(threads) * instructionsFor(vector, word, inPieces, dims), blockBytes),
    wavefronts: word,
    inFlightBytes: resident * blockBytes,
    ctas,
    besides: word > 1 ? FEW_CTAS / resident : 0,
  };
}

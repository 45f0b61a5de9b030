/** Boxes for `tile-short`, where one side's fastest dimensions are short: of all worth a look, the one that is predicted to be fastest. */
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
import { type BoxSide, inputSide, outputSide } from './box-sides.ts';
import { type BoxTask, boxesOf, boxTask, type TensorBox } from './boxes.ts';
import { pagesAlong } from './tile-sides.ts';
import { lowestPower, type PlannedTensor, residentCtas } from './wide-accesses.ts';

/** Same values as in tile-short.cuh. */
const MOST_THREADS = 256;
const HELD = 4;

const REGISTERS = 48;
const LEAST_THREADS = 64;

/** Fastest dimensions of fewer bytes are short: a line. */
const SHORT_BYTES = LINE_BYTES;

export interface ShortBlock extends TensorBox {
  readonly input: BoxSide;
  readonly output: BoxSide;
  /** Elements behind which a word is spared; 0 where none is. */
  readonly group: number;
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
  const task = boxTask(tensor);
  const boxes = boxesOf(task, sharedLimit / tensor.elementBytes).filter(
    ({ elements }) => sharedBytesOf(task, elements, true) <= sharedLimit,
  );
  const large = boxes.filter(({ elements }) => elements * tensor.elementBytes >= LEAST_BYTES);
  let best: TensorBox | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const box of large.length > 0 ? large : boxes) {
    const factor = timeFactor(demandOf(task, box, 1), gpu);
    if (factor < least) [best, least] = [box, factor];
  }
  assert(best !== null, 'a few elements fit everywhere');
  return blockOf(task, best);
}

const LEAST_BYTES = 2048;

/** Behind each 128 bytes a word is spared: then rows of a power of two start in different banks. */
const groupFor = (elementBytes: number): number => LINE_BYTES / elementBytes;

/** Bytes of a word, and of a larger element. */
export const spareBytesOf = (elementBytes: number): number => Math.max(WORD_BYTES, elementBytes);

const sharedBytesOf = ({ tensor: { elementBytes } }: BoxTask, elements: number, isSpared: boolean): number => {
  const spared = isSpared ? Math.floor((elements - 1) / groupFor(elementBytes)) * spareBytesOf(elementBytes) : 0;
  return roundUp(elements * elementBytes + spared, WIDEST_ACCESS_BYTES);
};

function blockOf(task: BoxTask, box: TensorBox): ShortBlock {
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
function waysOf({ tensor: { elementBytes } }: BoxTask, { vector, accesses, dims }: BoxSide, group: number): number {
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
function demandOf(task: BoxTask, box: TensorBox, ways: number): Demand {
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
function runAlong(
  { tensor }: BoxTask,
  { lengths }: TensorBox,
  order: readonly number[],
  strides: readonly number[],
): MemoryRun {
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

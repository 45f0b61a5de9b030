/** Rows that stay whole, and are no whole vectors, for `rows-odd`: how they are counted, and what they ask of a GPU. */
import { LANES, SECTOR_BYTES, WIDEST_ACCESS_BYTES, WORD_BYTES } from '../../../base/hardware.ts';
import { product } from '../permutation.ts';
import { type Demand, PAIR_BYTES, slotsFor, warpsFor } from './bounds.ts';
import { lowestPower, type PlannedTensor, residentCtas } from './wide-accesses.ts';

/** Same value as in rows-odd.cuh. */
const THREADS = 256;
const REGISTERS = 32;

export interface OddRows {
  /** Elements of a row, of sixteen bytes, and of a word. */
  readonly length: number;
  readonly vector: number;
  readonly word: number;
  readonly threads: number;
  readonly demand: Demand;
}

/** Of a warp, as compiled for sm_90, of rows in `dims` dimensions: its vectors, and those that hold the end of a row. */
function instructionsFor(dims: number, { length, vector, word }: Pick<OddRows, 'length' | 'vector' | 'word'>): number {
  const loads = 6 * (vector / word);
  // Warps that hold an end.
  const ends = Math.min(1, (LANES * vector) / length);
  // Rows shorter than a vector are moved element by element.
  const rest = length < vector ? vector * (30 + 10 * dims) : 10 + 10 * dims + (word > 1 ? 2 * loads : 0);
  return 40 + 10 * dims + loads + ends * rest;
}

/** The fastest dimension of the tensor stays. */
export function oddRows({ canonical, elementBytes }: PlannedTensor): OddRows {
  const length = canonical.shape.at(-1)!;
  const elements = product(canonical.shape);
  const vector = WIDEST_ACCESS_BYTES / elementBytes;
  const word = Math.max(1, WORD_BYTES / elementBytes);
  const bytes = elements * elementBytes;
  const ctas = Math.ceil(elements / vector / THREADS);
  const ctaBytes = THREADS * WIDEST_ACCESS_BYTES;
  const instructions = instructionsFor(canonical.shape.length - 1, { length, vector, word });
  const demand: Demand = {
    bytes,
    readRun: {
      bytes: Math.min(length * elementBytes, ctaBytes),
      aligned: Math.min(SECTOR_BYTES, lowestPower(length) * elementBytes),
      pages: 1,
    },
    writeRun: { bytes: ctaBytes, aligned: PAIR_BYTES, pages: 1 },
    endsInRows: false,
    readAgain: 0,
    idle: 0,
    slots: slotsFor(warpsFor(THREADS) * instructions, ctaBytes),
    wavefronts: 0,
    inFlightBytes: residentCtas({ threads: THREADS, sharedBytes: 0, registers: REGISTERS }) * ctaBytes,
    ctas,
  };
  return { length, vector, word, threads: THREADS, demand };
}

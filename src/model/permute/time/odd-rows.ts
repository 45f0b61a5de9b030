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
  /** Vectors of the output that a row lies in, wherever it starts; and those of all rows. */
  readonly vectors: number;
  readonly all: number;
  readonly threads: number;
  readonly demand: Demand;
}

/** Of a warp, as compiled for sm_90, of rows in `dims` dimensions: whole vectors, and pieces where rows begin and end. */
function instructionsFor(
  dims: number,
  { vector, word, vectors }: Pick<OddRows, 'vector' | 'word' | 'vectors'>,
): number {
  // Lanes of a warp that write in pieces.
  const ends = (2 * LANES) / vectors;
  return 40 + 10 * dims + 4 * (vector / word) + vector * Math.min(1, ends) * (8 + 5 * ends);
}

/** The fastest dimension of the tensor stays. */
export function oddRows({ canonical, elementBytes }: PlannedTensor): OddRows {
  const length = canonical.shape.at(-1)!;
  const elements = product(canonical.shape);
  const vector = WIDEST_ACCESS_BYTES / elementBytes;
  const word = Math.max(1, WORD_BYTES / elementBytes);
  // Rows that begin at multiples of more elements begin less early.
  const vectors = Math.ceil((length + vector - Math.min(vector, lowestPower(length))) / vector);
  const all = (elements / length) * vectors;
  const ctas = Math.ceil(all / THREADS);
  const bytes = elements * elementBytes;
  const instructions = instructionsFor(canonical.shape.length - 1, { vector, word, vectors });
  const readBytes = Math.min(length * elementBytes, bytes / ctas);
  const demand: Demand = {
    bytes,
    readRun: { bytes: readBytes, aligned: Math.min(SECTOR_BYTES, lowestPower(length) * elementBytes), pages: 1 },
    writeRun: { bytes: THREADS * WIDEST_ACCESS_BYTES, aligned: PAIR_BYTES, pages: 1 },
    endsInRows: false,
    readAgain: 0,
    idle: 1 - length / (vectors * vector),
    slots: slotsFor(warpsFor(THREADS) * instructions, bytes / ctas),
    wavefronts: 0,
    inFlightBytes: residentCtas({ threads: THREADS, sharedBytes: 0, registers: REGISTERS }) * (bytes / ctas),
    ctas,
  };
  return { length, vector, word, vectors, all, threads: THREADS, demand };
}

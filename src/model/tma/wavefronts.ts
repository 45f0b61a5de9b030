/**
 * What reading a swizzled tile costs: the addresses of the usual accesses for the bank model to count, and the same numbers in
 * closed form. Under a mode, bits of the lane reach bits of the address by XOR alone where pitches are powers of two, so an
 * access is a matrix over F2, and
 *
 *     wavefronts of a phase = 2 ^ (rank of its word address − rank of its bank)
 *
 * since the lanes then reach 2^rank words, equally many in each of the banks they reach.
 */

import { assert } from '../../base/assert.ts';
import { LANES, MATRIX_ROW_BYTES, MATRIX_ROWS, WORD_BYTES } from '../../base/hardware.ts';
import type { SwizzleMode } from '../../trace/launch.ts';
import type { BankRequest } from '../banks/bank-model.ts';
import { addressSwizzle } from './swizzle-modes.ts';

/** Rows at any pitch [bytes]: a copy's rows, or those of code that computes the pattern itself. */
export interface SwizzledRows {
  readonly mode: SwizzleMode;
  readonly pitch: number;
  /** Byte address of the first row. */
  readonly base: number;
}

export type TileAccess =
  /** One 8x8 matrix of an ldmatrix: 16 bytes of each of 8 rows. */
  | { readonly kind: 'ldmatrix' }
  /** Each lane loads the same columns of its own row. */
  | { readonly kind: 'column'; readonly widthBytes: 4 | 8 | 16 }
  /** The lanes load side by side, over the ends of rows, which have no gaps. */
  | { readonly kind: 'row'; readonly widthBytes: 4 | 8 | 16 };

/** Address bits 2 to 6: which of the 32 banks. */
const BANK_MASK = 0x7c;

const bytesOf = (access: TileAccess): number => (access.kind === 'ldmatrix' ? MATRIX_ROW_BYTES : access.widthBytes);

/** Unswizzled bytes from one lane's address to the next's. */
const laneStep = (pitch: number, access: TileAccess): number => (access.kind === 'row' ? access.widthBytes : pitch);

/**
 * The access at a row and a column [bytes], as the bank model takes it. Where a mode swaps the halves of a chunk, 16 bytes
 * are the chunk: swapped they arrive, and setting them right is left to the reader.
 */
export function requestOf(rows: SwizzledRows, access: TileAccess, firstRow: number, column: number): BankRequest {
  const place = addressSwizzle(rows.mode);
  const widthBytes = bytesOf(access);
  const step = laneStep(rows.pitch, access);
  const at = (lane: number): number => {
    const address = place(rows.base + firstRow * rows.pitch + column + lane * step);
    return address - (address % widthBytes);
  };
  if (access.kind !== 'ldmatrix')
    return { instruction: 'ld', widthBytes, addresses: Array.from({ length: LANES }, (_, lane) => at(lane)) };
  const addresses = Array.from({ length: LANES }, (_, lane) => (lane < MATRIX_ROWS ? at(lane) : null));
  return { instruction: 'ldmatrix', widthBytes, addresses, matrices: 1 };
}

/** Wavefronts of one phase, for a pitch that is a power of two and rows that start at a multiple of all that the phase spans. */
export function phaseWavefronts({ mode, pitch }: Omit<SwizzledRows, 'base'>, access: TileAccess): number {
  assert(Number.isInteger(Math.log2(pitch)) && pitch >= WORD_BYTES, `pitch ${pitch} is a power of two`);
  const place = addressSwizzle(mode);
  const bytes = bytesOf(access);
  const phaseLanes = (LANES * WORD_BYTES) / bytes;
  const vectors: number[] = [];
  for (let lane = 1; lane < phaseLanes; lane *= 2) vectors.push(place(lane * laneStep(pitch, access)));
  for (let word = WORD_BYTES; word < bytes; word *= 2) vectors.push(word);
  return 2 ** (rankOf(vectors) - rankOf(vectors.map(vector => vector & BANK_MASK)));
}

/** Rank over F2 of numbers as vectors of their bits. */
function rankOf(vectors: readonly number[]): number {
  let rank = 0;
  let rest = vectors.filter(vector => vector !== 0);
  while (rest.length > 0) {
    rank++;
    const [pivot, ...others] = rest;
    const top = 31 - Math.clz32(pivot);
    rest = others.map(vector => ((vector >>> top) & 1 ? vector ^ pivot : vector)).filter(vector => vector !== 0);
  }
  return rank;
}

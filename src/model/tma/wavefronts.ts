/**
 * Cost of reading a swizzled tile: the addresses of the usual accesses, for the bank model to count, and the same
 * numbers in closed form. Pitches here are powers of two. Under a mode, each bit of the address is then an XOR of bits
 * of the lane, so an access is a matrix over F2, and
 *
 *     wavefronts of a phase = 2 ^ (rank of its word address − rank of its bank)
 *
 * since the lanes reach 2^rank words, and each bank that they reach has equally many of these.
 */

import { assert } from '../../base/assert.ts';
import { LANES, MATRIX_ROW_BYTES, MATRIX_ROWS, WORD_BYTES } from '../../base/hardware.ts';
import type { SwizzleMode } from '../../trace/launch.ts';
import type { BankRequest } from '../banks/bank-model.ts';
import { addressSwizzle } from './swizzle-modes.ts';

/** Rows at any pitch [bytes]: those of a copy, or those of code that computes the pattern itself. */
export interface SwizzledRows {
  readonly mode: SwizzleMode;
  readonly pitch: number;
  /** Byte address of the first row. */
  readonly base: number;
}

export type TileAccess =
  /** One 8x8 matrix of an ldmatrix: 16 bytes from each of 8 rows. */
  | { readonly kind: 'ldmatrix' }
  /** Each lane loads from its own row; all lanes load the same columns. */
  | { readonly kind: 'column'; readonly widthBytes: 4 | 8 | 16 }
  /** The lanes load side by side and go on in the next row, since the rows have no gaps. */
  | { readonly kind: 'row'; readonly widthBytes: 4 | 8 | 16 };

/** Address bits 2 to 6, which are the number of the bank. */
const BANK_MASK = 0x7c;

const bytesOf = (access: TileAccess): number => (access.kind === 'ldmatrix' ? MATRIX_ROW_BYTES : access.widthBytes);

/** Distance from one lane's address to the next one's before the swizzle [bytes]. */
const laneStep = (pitch: number, access: TileAccess): number => (access.kind === 'row' ? access.widthBytes : pitch);

/**
 * The access at a row and a column [bytes], as the bank model takes it. If the mode swaps the halves of a chunk, a read
 * of 16 bytes gets the whole chunk with its halves swapped; the reader must swap them back.
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

/**
 * Wavefronts of one phase. The pitch is a power of two, and the rows start at a multiple of all bytes that the phase
 * spans.
 */
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

/** The rank over F2 of numbers, each read as the vector of its bits. */
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

/**
 * How `ldmatrix`, `stmatrix` and `movmatrix` spread the rows of small matrices over a warp's registers (PTX ISA, "Warp Level
 * Matrix Load Instruction: ldmatrix" and its neighbours). In memory a matrix is rows of 16 bytes, each at the address that
 * one lane gives; here a row is held by that lane in four planes, and a table says which piece of which row each piece of a
 * fragment register is.
 */

export interface RowSpread {
  /** Lanes that give the addresses of one matrix: its rows in memory. */
  readonly rows: number;
  /** 32-bit registers per lane and matrix. */
  readonly registers: number;
  /** Pieces in a register, lowest first, all of one width. */
  readonly pieces: number;
  /**
   * For each register, lane and piece: the word among a matrix's row planes that holds the piece, and its place in the
   * word.
   */
  readonly word: Uint8Array;
  readonly shift: Uint8Array;
}

type Place = (lane: number, register: number, piece: number) => readonly [row: number, byte: number];

function spread(rows: number, registers: number, pieces: number, place: Place): RowSpread {
  const size = registers * 32 * pieces;
  const word = new Uint8Array(size);
  const shift = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    const lane = Math.floor(i / pieces) % 32;
    const [row, byte] = place(lane, Math.floor(i / pieces / 32), i % pieces);
    word[i] = 32 * (byte >> 2) + row;
    shift[i] = 8 * (byte & 3);
  }
  return { rows, registers, pieces, word, shift };
}

/** Lane l has word l % 4 of row l / 4. */
export const PLAIN = spread(8, 1, 1, lane => [lane >> 2, 4 * (lane & 3)]);
/** The same of the transposed matrix: two elements of a column. */
export const TRANSPOSED = spread(8, 1, 2, (lane, _register, k) => [2 * (lane & 3) + k, 2 * (lane >> 2)]);

/** Spreads by shape, `.trans` and type. */
export const LOADED: Readonly<Record<string, RowSpread>> = {
  'm8n8.b16': PLAIN,
  'm8n8.trans.b16': TRANSPOSED,
  // 16 rows of 16 bytes: four elements of a column, of the left half and of the right.
  'm16n16.trans.b8': spread(16, 2, 4, (lane, register, k) => [4 * (lane & 3) + k, (lane >> 2) + 8 * register]),
};

export const STORED: Readonly<Record<string, RowSpread>> = {
  'm8n8.b16': PLAIN,
  'm8n8.trans.b16': TRANSPOSED,
  // An accumulator of m16n8 as bytes, its columns becoming rows of 16.
  'm16n8.trans.b8': spread(8, 1, 4, (lane, _register, k) => [2 * (lane & 3) + (k & 1), (lane >> 2) + 8 * (k >> 1)]),
};

/** The mask of a piece. */
const keepOf = (pieces: number): number => (pieces === 1 ? -1 : 2 ** (32 / pieces) - 1);

/** Rows -> fragments: `slots` has the registers of all matrices in order, `rows` is the first of the four row planes. */
export function gatherRows(r: Int32Array, spread: RowSpread, rows: number, slots: readonly number[]): void {
  const { pieces, registers, word, shift } = spread;
  const keep = keepOf(pieces);
  const bits = 32 / pieces;
  for (let n = 0; n < slots.length; n++) {
    const first = rows + Math.floor(n / registers) * spread.rows;
    let at = (n % registers) * 32 * pieces;
    for (let lane = 0; lane < 32; lane++) {
      let value = 0;
      for (let k = 0; k < pieces; k++, at++) value |= ((r[first + word[at]] >>> shift[at]) & keep) << (k * bits);
      r[slots[n] + lane] = value;
    }
  }
}

/** Fragments -> rows. */
export function scatterRows(r: Int32Array, spread: RowSpread, rows: number, slots: readonly number[]): void {
  const { pieces, registers, word, shift } = spread;
  const keep = keepOf(pieces);
  const bits = 32 / pieces;
  r.fill(0, rows, rows + 4 * 32);
  for (let n = 0; n < slots.length; n++) {
    const first = rows + Math.floor(n / registers) * spread.rows;
    let at = (n % registers) * 32 * pieces;
    for (let lane = 0; lane < 32; lane++) {
      const value = r[slots[n] + lane];
      for (let k = 0; k < pieces; k++, at++) r[first + word[at]] |= ((value >>> (k * bits)) & keep) << shift[at];
    }
  }
}

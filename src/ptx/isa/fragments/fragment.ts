/**
 * Place of each element of a matrix in the lanes of a warp. All fragments of `mma.sync` follow one rule (PTX ISA,
 * "Matrix Fragments for mma.m16n8k16" and its neighbours, `%laneid >> 2` and `% 4`): a lane holds a run of consecutive
 * elements of one row; four lanes hold consecutive runs of it, and eight such groups eight rows. Further runs are in
 * the rows 8 below, then in the next columns. A run of the multiplicands fills a register; of the accumulators it is
 * two elements, in one register or in two. B is held by columns, so that its fragment is that of its transposed matrix.
 * The larger matrices of `wmma`, whose fragments the manual leaves open, are blocks of these, one after the other.
 */

export interface MatrixFragment {
  readonly rows: number;
  readonly columns: number;
  /** Elements in a register, lowest bits first. */
  readonly perRegister: number;
  /** Registers of each lane. */
  readonly registers: number;
  /** For each register, lane and element of the register: row * columns + column. */
  readonly place: Uint16Array;
}

/** Rows that one instruction's fragment covers, of A and the accumulators; of B, 8 columns. */
const BLOCK_ROWS = 16;
const BLOCK_COLUMNS = 8;

const known = new Map<string, MatrixFragment>();

/** The fragment of a matrix by its rows, in blocks of at most `blockRows`; equal ones are made once. */
function fragmentOf(
  rows: number,
  columns: number,
  perRegister: number,
  run: number,
  blockRows: number,
): MatrixFragment {
  const key = [rows, columns, perRegister, run, blockRows].join(' ');
  const fragment = known.get(key) ?? makeFragment(rows, columns, perRegister, run, Math.min(rows, blockRows));
  known.set(key, fragment);
  return fragment;
}

/** A of m rows and depth k. */
export const fragmentOfA = (m: number, k: number, perRegister: number): MatrixFragment =>
  fragmentOf(m, k, perRegister, perRegister, BLOCK_ROWS);

/** B of n columns and depth k, transposed: n rows. */
export const fragmentOfB = (n: number, k: number, perRegister: number): MatrixFragment =>
  fragmentOf(n, k, perRegister, perRegister, BLOCK_COLUMNS);

/** C or D. */
export const fragmentOfC = (m: number, n: number, perRegister: number): MatrixFragment =>
  fragmentOf(m, n, perRegister, 2, BLOCK_ROWS);

function makeFragment(
  rows: number,
  columns: number,
  perRegister: number,
  run: number,
  blockRows: number,
): MatrixFragment {
  const perLane = (rows * columns) / 32;
  const runsPerBlock = (blockRows * columns) / 32 / run;
  const groups = blockRows / 8;
  const place = new Uint16Array(rows * columns);
  for (let i = 0; i < place.length; i++) {
    const lane = Math.floor(i / perRegister) % 32;
    const element = Math.floor(i / perRegister / 32) * perRegister + (i % perRegister);
    const [block, inBlock] = [Math.floor(element / run / runsPerBlock), Math.floor(element / run) % runsPerBlock];
    const row = block * blockRows + (inBlock % groups) * 8 + (lane >> 2);
    const column = (Math.floor(inBlock / groups) * 4 + (lane & 3)) * run + (element % run);
    place[i] = row * columns + column;
  }
  return { rows, columns, perRegister, registers: perLane / perRegister, place };
}

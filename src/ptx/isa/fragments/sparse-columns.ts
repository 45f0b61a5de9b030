/**
 * Columns of a sparse A for which its elements stand (PTX ISA, "Sparse matrix storage"). Half of the elements of each
 * chunk of a row are stored; 4 bits of metadata say which: two indices of 2 bits. An index counts elements; for 4-bit
 * types it counts pairs of them, and for tf32 halves of one, so that 0b0100 is the first of two and 0b1110 the second.
 */
import type { Lanes } from '../../machine/operation.ts';
import type { ExponentMatrix } from './exponent-matrix.ts';

/** How 16 rows of A are sparse. Their metadata is a word of each lane, or of those that the selector names. */
export interface SparseRows {
  /** Elements of a chunk of the dense row. */
  readonly chunk: 2 | 4 | 8;
  /** Elements of the dense row. */
  readonly depth: number;
  /** A word is 4 chunks of rows g and g + 8; otherwise 8 chunks of one of these. */
  readonly hasTwoRows: boolean;
  /** Lane of each group of four with the first word. */
  readonly firstLane: number;
}

/** Rows of a warp's A. */
const SPARSE_ROWS = 16;
const NIBBLES_OF_WORD = 8;
const LANES_OF_GROUP = 4;
/** Elements of a row that are there, at most. */
const MOST_KEPT = 64;

const chunkOf = (bits: number): SparseRows['chunk'] => (bits === 32 ? 2 : bits === 4 ? 8 : 4);

/** Words of two rows, one in each of so many lanes of a group of four. */
const wordsOf = (bits: number, depth: number): number => (2 * depth) / chunkOf(bits) / NIBBLES_OF_WORD;

/** How many selectors there are: which lanes of a group of four hold the metadata. */
export const selectorsOf = (bits: number, depth: number): number => LANES_OF_GROUP / wordsOf(bits, depth);

/** Rows of elements with this number of bits (32 for tf32). */
export const sparseRows = (bits: number, depth: number, selector: number): SparseRows => ({
  chunk: chunkOf(bits),
  depth,
  hasTwoRows: bits >= 16,
  firstLane: selector * wordsOf(bits, depth),
});

/** A sparse A of a warp, and where its metadata is. */
export interface SparseFactor extends SparseRows {
  readonly metadata: number;
}

/** Finds the rows of B that the elements of a warp's sparse A meet. */
export class SparseColumns {
  readonly #columns = new Uint8Array(SPARSE_ROWS * MOST_KEPT);
  #depth = 0;

  /** Reads what the lanes say of the columns. */
  find(lanes: Lanes, sparse: SparseFactor): void {
    this.#depth = sparse.depth;
    findColumns(lanes.r, sparse.metadata, sparse, this.#columns);
  }

  /**
   * Words about metadata that the manual leaves undefined; null if there is none. Metadata of elements that are all
   * zero does not matter: kernels fill the part behind an edge with zeros. `a`: the elements of the warp's rows.
   */
  undefinedMetadata(lanes: Lanes, sparse: SparseFactor, a: Float64Array): string | null {
    const { chunk, depth, metadata } = sparse;
    const kept = chunk / 2;
    for (let row = 0, at = 0; row < SPARSE_ROWS; row++) {
      for (let c = 0; c < depth / chunk; c++, at += kept) {
        const nibble = nibbleOf(lanes.r, metadata, sparse, row, c);
        if (isDefined(chunk, nibble) || a.subarray(at, at + kept).every(element => element === 0)) continue;
        return `is told by metadata 0b${nibble.toString(2).padStart(4, '0')} where the elements of row ${row}, columns ${c * chunk} to ${(c + 1) * chunk - 1} are, which the manual leaves undefined`;
      }
    }
    return null;
  }

  /**
   * Gathers the elements of each column of B that row `row` meets; `into` is as deep as A. `order`: the order of the
   * row's elements.
   */
  gather(b: ExponentMatrix, row: number, columns: number, order: Uint8Array | null, into: ExponentMatrix): void {
    const { values, exponents } = into;
    const [dense, kept] = [this.#depth, this.#depth / 2];
    for (let j = 0; j < kept; j++) {
      const column = this.#columns[row * kept + (order === null ? j : order[j])];
      for (let n = 0; n < columns; n++) {
        values[n * kept + j] = b.values[n * dense + column];
        exponents[n * kept + j] = b.exponents[n * dense + column];
      }
    }
  }
}

/** Indices that differ; of tf32, both halves of one element. */
const isDefined = (chunk: SparseRows['chunk'], nibble: number): boolean =>
  chunk === 2 ? nibble === 0b0100 || nibble === 0b1110 : (nibble & 3) !== nibble >> 2;

/** Fills in the column of each element of A, row by row. `metadata`: where the words of the lanes begin. */
function findColumns(words: Int32Array, metadata: number, rows: SparseRows, into: Uint8Array): void {
  const { chunk, depth } = rows;
  const kept = chunk / 2;
  for (let row = 0, next = 0; row < SPARSE_ROWS; row++) {
    for (let c = 0; c < depth / chunk; c++) {
      const nibble = nibbleOf(words, metadata, rows, row, c);
      for (let i = 0; i < kept; i++) into[next++] = c * chunk + placeInChunk(chunk, nibble, i);
    }
  }
}

/** Lanes 4 g to 4 g + 3 hold rows g and g + 8. */
function nibbleOf(
  words: Int32Array,
  at: number,
  { hasTwoRows, firstLane }: SparseRows,
  row: number,
  c: number,
): number {
  const [group, isLower] = [row & 7, row >> 3];
  const lane = LANES_OF_GROUP * group + firstLane + (hasTwoRows ? c >> 2 : isLower + 2 * (c >> 3));
  const nibble = hasTwoRows ? (c & 3) + 4 * isLower : c & 7;
  return (words[at + lane] >>> (4 * nibble)) & 0xf;
}

function placeInChunk(chunk: SparseRows['chunk'], nibble: number, i: number): number {
  if (chunk === 2) return nibble >> 3;
  if (chunk === 4) return (nibble >> (2 * i)) & 3;
  return 2 * ((nibble >> (2 * (i >> 1))) & 3) + (i & 1);
}

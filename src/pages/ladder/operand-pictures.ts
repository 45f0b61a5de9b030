/**
 * The tiles that a warp's two products read and write, as records of pictures: 16 rows of Q, K, V and O in shared memory as the
 * swizzle lays them, and 16 x 16 of S, P and O as the lanes hold them. A slab has 64 columns of 16 bits.
 */
import { FRAGMENT_SIDE, warpFragment } from '../../model/attention/operand-fragments.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { ThreadValueRecords } from '../../pictures/records.ts';
import type { ChunkTileRecords } from '../../pictures/swizzle/records.ts';

/** One score, and a column of the slab that Q, K, V and O have of it. */
export interface Lit {
  readonly row: number;
  readonly key: number;
  readonly column: number;
}

type Axis = keyof Lit;

interface Operand {
  readonly id: string;
  /** What its rows and columns count. */
  readonly rows: Axis;
  readonly columns: Axis;
}

export type OperandPicture = Operand &
  (
    | { readonly kind: 'tile'; readonly records: ChunkTileRecords }
    | { readonly kind: 'lanes'; readonly records: ThreadValueRecords }
  );

const SLAB_COLUMNS = 64;
const ROW_BYTES = 128;
const SWIZZLE_128B = { bits: 3, base: 4, shift: 3 } as const;

/** The first of the 16 that are drawn with it. */
export const blockOf = (index: number): number => index - (index % FRAGMENT_SIDE);
const rangeText = (first: number): string => `${first} to ${first + FRAGMENT_SIDE - 1}`;

/** In the order in which a score goes through them; the same for all that lies in the same blocks of 16. */
export function operandPictures(lit: Lit): OperandPicture[] {
  const [rows, keys, columns] = [lit.row, lit.key, lit.column].map(index => rangeText(blockOf(index)));
  return [
    inShared('q', 'row', `Q: rows ${rows}`, blockOf(lit.row)),
    inShared('k', 'key', `K: keys ${keys}`, blockOf(lit.key)),
    inLanes('s', 'key', 'S', `S = Q × Kᵀ: rows ${rows}, keys ${keys}`),
    inLanes('p', 'key', 'P', `P, the operand: rows ${rows}, keys ${keys}`),
    inShared('v', 'key', `V: keys ${keys}`, blockOf(lit.key)),
    inLanes('o', 'column', 'O', `O += P × V: rows ${rows}, columns ${columns}`),
    inShared('box', 'row', `O on its way out: rows ${rows}`, 0),
  ];
}

function inShared(id: string, rows: Axis, title: string, firstRow: number): OperandPicture {
  const tile = {
    ...{ rows: FRAGMENT_SIDE, columns: SLAB_COLUMNS, elementBytes: 2, padBytes: 0, base: firstRow * ROW_BYTES },
    pattern: { kind: 'xor', swizzle: SWIZZLE_128B },
  } as const;
  const records = { title, tile, piece: 'chunk', arranged: 'memory', lanes: [] } as const;
  return { id, kind: 'tile', rows, columns: 'column', records };
}

function inLanes(id: string, columns: Axis, part: 'S' | 'P' | 'O', title: string): OperandPicture {
  return { id, kind: 'lanes', rows: 'row', columns, records: { fragment: warpFragment(part), addressOf: null, title } };
}

/** Place of the lit score in a picture; lane pictures have 16 columns, tiles all of the slab's. */
export function cellIn({ kind, rows, columns }: OperandPicture, lit: Lit): Cell {
  const column = lit[columns];
  return { row: lit[rows] % FRAGMENT_SIDE, column: kind === 'tile' ? column : column % FRAGMENT_SIDE };
}

/** What is lit when the cell of a picture is chosen; the rest stays. */
export function litAt({ kind, rows, columns }: OperandPicture, { row, column }: Cell, lit: Lit): Lit {
  const at = kind === 'tile' ? column : blockOf(lit[columns]) + column;
  return { ...lit, [rows]: blockOf(lit[rows]) + row, [columns]: at };
}

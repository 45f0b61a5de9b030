/** A formula of one's own as a table of columns: where in its row each element, or each 16-byte chunk, is kept. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { constant, type NameOf, part, wholeNumbers } from '../../contract/formula/index-formula.ts';

export interface FormulaTile {
  readonly rows: number;
  readonly columns: number;
  readonly elementBytes: number;
}

/** Names that a formula may use, beside `i`, the element's number. */
export const FORMULA_NAMES = ['row', 'col', 'chunk', 'rows', 'cols', 'chunks'] as const;

export interface FormulaFault {
  readonly message: string;
  /** Column in the text, from 1; null if the tile is wrong, not the text. */
  readonly column: number | null;
}

/** Columns by formula. Its values are taken modulo the row's length, so that `row ^ chunk` needs no mask. */
export function storedColumns(
  text: string,
  { rows, columns, elementBytes }: FormulaTile,
  gives: 'chunk' | 'column',
): Result<Uint16Array, FormulaFault> {
  const perChunk = Math.max(1, CHUNK_BYTES / elementBytes);
  const each = gives === 'chunk' ? perChunk : 1;
  if (columns % each !== 0)
    return err({
      message: `rows of ${columns * elementBytes} B are no whole chunks; ${Math.ceil(columns / each) * each} columns would do`,
      column: null,
    });
  const values = wholeNumbers(text, namesOf(rows, columns, perChunk), rows * columns);
  if (!values.ok) return values;
  const length = columns / each;
  const wrapped = (value: number): number => value - Math.floor(value / length) * length;
  return ok(Uint16Array.from(values.value, (value, i) => wrapped(value) * each + ((i % columns) % each)));
}

const namesOf = (rows: number, columns: number, perChunk: number): Record<(typeof FORMULA_NAMES)[number], NameOf> => ({
  row: part('//', columns),
  col: part('%', columns),
  chunk: i => part('//', perChunk)(part('%', columns)(i)),
  rows: constant(rows),
  cols: constant(columns),
  chunks: constant(Math.ceil(columns / perChunk)),
});

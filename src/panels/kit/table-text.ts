/** Tables as the text of a file. */
import { type CsvCell, csvText } from '../../base/csv.ts';

/** Rows with a cell for each column. */
export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
}

export interface TableFile {
  /** Name of the file, without an ending. */
  readonly name: string;
  readonly table: () => FileTable;
  /** Says more than the table; without it, the rows as objects. */
  readonly json?: () => unknown;
}

type Ending = 'csv' | 'json';

/** The table as CSV; as JSON what the file has to say beside it, too. */
export function fileText({ table, json = () => rowObjects(table()) }: TableFile, ending: Ending): string {
  if (ending === 'json') return `${JSON.stringify(json(), null, 2)}\n`;
  const { columns, rows } = table();
  return csvText([columns, ...rows]);
}

/** Each row as an object by the names of the columns. */
export const rowObjects = ({ columns, rows }: FileTable) =>
  rows.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i]])));

/** A table alone in one of the formats. */
export const tableText = (table: FileTable, ending: Ending): string =>
  fileText({ name: '', table: () => table }, ending);

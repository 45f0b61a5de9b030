/** Tables as the text of a file. */
import { csvText } from '../../base/csv.ts';
import type { FileTable, TableFile } from './exports.ts';

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

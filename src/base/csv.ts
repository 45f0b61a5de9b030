/**
 * Tables as CSV (RFC 4180), safe to open in a spreadsheet: a text that would begin a formula there gets a quote mark in
 * front, as OWASP advises ("CSV Injection"). A number is written as it is, and so is a text that is nothing but a number.
 */

export type CsvCell = string | number | boolean | null | undefined;

/** Characters with which a spreadsheet starts a formula. Some spreadsheets also accept the full-width forms. */
const BEGINS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A semicolon or a tab separates the fields of some readers. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** CSV text of the rows. Each line ends with a line feed; null and undefined become empty cells. */
export const csvText = (rows: Iterable<readonly CsvCell[]>): string => Array.from(rows, csvRow).join('');

export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\n`;

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const text = BEGINS_FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

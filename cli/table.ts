/** Rows of cells as aligned text: numbers to the right, words to the left. */

export type TableCell = string | number;

/** Each line ends with a line feed; no line has spaces at its end. */
export function textTable(head: readonly string[], rows: readonly (readonly TableCell[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map(row => String(row[column]).length)));
  const isNumber = head.map((_, column) => rows.every(row => typeof row[column] === 'number'));
  const line = (row: readonly TableCell[]) =>
    row
      .map((cell, i) => (isNumber[i] ? String(cell).padStart(widths[i]) : String(cell).padEnd(widths[i])))
      .join('  ')
      .trimEnd();
  return [head, ...rows].map(row => `${line(row)}\n`).join('');
}

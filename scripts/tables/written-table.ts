/** Tables that `npm run tables` writes into documents, each between two marks. */

export interface WrittenTable {
  /** Path of the document, from the root. */
  readonly path: string;
  /** The name in its marks, unique in the document. */
  readonly name: string;
  lines(): readonly string[];
}

/** Table in the form of the formatter. The first `texts` columns hold text, the others numbers. */
export function tableOf(head: readonly string[], texts: number, rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map(row => row[i].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i < texts ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i < texts ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)];
}

/** Text of a paragraph, in the form of the formatter: an underscore at the start of a word would begin emphasis. */
export const proseOf = (text: string): string => text.replaceAll('._', '.\\_');

/** The text with this table between the marks of that name. */
export function withTable(text: string, name: string, table: readonly string[]): string {
  const [first, last] = [`<!-- written by npm run tables: ${name} -->`, '<!-- end -->'];
  const start = text.indexOf(first);
  const end = text.indexOf(last, start);
  if (start < 0 || end < 0) throw new Error(`the text lacks '${first}' and '${last}'`);
  return `${text.slice(0, start)}${[first, '', ...table, '', last].join('\n')}${text.slice(end + last.length)}`;
}

/** Writes tables of cells as a complete LaTeX document, drawn by TikZ like CuTe's print_latex. */
import { ok } from '../../base/result.ts';
import { type Refusable, refuse } from '../layout/layout-error.ts';

export interface TikzCell {
  readonly row: number;
  readonly column: number;
  /** The lines of text in the cell, of digits and letters. */
  readonly lines: readonly string[];
  /** Index of the cell's colour, 0 to 7. */
  readonly shade: number;
}

export interface TikzTable {
  /** The title, which stands as a comment in the file. */
  readonly title: string;
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly TikzCell[];
}

/** TeX's memory is fixed, and more nodes than this may exceed it. */
const MAX_CELLS = 4096;

/** Eight pale colours on which digits can be read. */
const SHADES = [
  '{rgb,255:red,175;green,175;blue,255}',
  '{rgb,255:red,175;green,255;blue,175}',
  '{rgb,255:red,255;green,255;blue,175}',
  '{rgb,255:red,255;green,175;blue,175}',
  '{rgb,255:red,210;green,210;blue,255}',
  '{rgb,255:red,210;green,255;blue,210}',
  '{rgb,255:red,255;green,255;blue,210}',
  '{rgb,255:red,255;green,210;blue,210}',
];

const HEAD = String.raw`\documentclass[tikz]{standalone}
\begin{document}
\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},every node/.style={minimum size=1cm,outer sep=0pt,align=center}]`;
const FOOT = String.raw`\draw[color=black,thick,shift={(-0.5,-0.5)}] (0,0) grid (`;

export function tikz({ title, rows, columns, cells }: TikzTable): Refusable<string> {
  if (rows * columns > MAX_CELLS)
    return refuse('range', `${rows * columns} cells: TeX holds about ${MAX_CELLS}; a smaller layout would do`);
  const lines = [
    `% ${title}`,
    HEAD,
    ...cells.map(cellText),
    ...Array.from({ length: rows }, (_, row) => String.raw`\node at (${row},-1) {\small ${row}};`),
    ...Array.from({ length: columns }, (_, column) => String.raw`\node at (-1,${column}) {\small ${column}};`),
    `${FOOT}${rows},${columns});`,
    String.raw`\end{tikzpicture}`,
    String.raw`\end{document}`,
    '',
  ];
  return ok(lines.join('\n'));
}

const cellText = ({ row, column, lines, shade }: TikzCell): string =>
  String.raw`\node[fill=${SHADES[shade]}] at (${row},${column}) {${lines.length > 1 ? String.raw`\scriptsize ` : ''}${lines.join(String.raw`\\`)}};`;

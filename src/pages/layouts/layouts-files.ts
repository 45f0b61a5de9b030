/** Pictures and tables of the page as files. */

import { csvText } from '../../base/csv.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { type ExportFile, textFile } from '../../panels/download.ts';
import type { Figure } from '../../pictures/figure.ts';
import { figuresSvg } from '../../pictures/scene/figure-svg.ts';
import { svgToPng } from '../../pictures/scene/png.ts';
import type { Theme } from '../../pictures/theme.ts';
import { defaultView, type PictureView, type Table } from '../../pictures/view.ts';

/** What the page shows, to be made again in any view. */
export interface Shown {
  readonly name: string;
  readonly title: string;
  readonly note: string;
  readonly figureIn: (view: PictureView) => Figure;
  readonly selection: Cell | null;
  /** All of it, where the picture's own goes on only as far as it is read. */
  readonly table: () => Table;
  /** No colour in it means a bank. */
  readonly unbanked: boolean;
}

/** Operands, what lies between and the result of most operations stand side by side in it. */
const WIDTH_PX = 1200;

export function svgText({ title, note, figureIn, selection, unbanked }: Shown, theme: Theme): string {
  const view = { ...defaultView(theme, 'predicted', WIDTH_PX), selection };
  return figuresSvg({
    title,
    description: `${title}\n${note}\n${location.href}`,
    theme,
    columns: [{ letter: null, title, note, figures: [figureIn(view)] }],
    unbanked,
  });
}

export const svgFile = (shown: Shown, theme: Theme): ExportFile =>
  textFile(`${shown.name}.svg`, 'image/svg+xml', svgText(shown, theme));

export const pngFile = async (shown: Shown, theme: Theme): Promise<ExportFile> => ({
  name: `${shown.name}.png`,
  blob: await svgToPng(svgText(shown, theme)),
});

export function tableFile({ name, title, note, table }: Shown, format: 'csv' | 'json'): ExportFile {
  const { columns, rows } = table();
  if (format === 'csv') return textFile(`${name}.csv`, 'text/csv', csvText([columns, ...rows]));
  const records = rows.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
  const text = JSON.stringify({ link: location.href, title, note, rows: records }, null, 2);
  return textFile(`${name}.json`, 'application/json', `${text}\n`);
}

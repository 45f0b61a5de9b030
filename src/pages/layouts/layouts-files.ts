/** Pictures and tables of the page as files. */

import type { Cell } from '../../model/layout/tile-layout.ts';
import type { PictureFile } from '../../panels/kit/exports.ts';
import { rowObjects, type TableFile } from '../../panels/kit/table-text.ts';
import type { Figure } from '../../pictures/figure.ts';
import type { Theme } from '../../pictures/theme.ts';
import { defaultView, type PictureView, type Table } from '../../pictures/view.ts';

/** Figure that the page shows; it can be made again for any view. */
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

export function pictureFile({ name, title, note, figureIn, selection, unbanked }: Shown, theme: Theme): PictureFile {
  const view = { ...defaultView(theme, 'predicted', WIDTH_PX), selection };
  return {
    name,
    title,
    description: `${title}\n${note}\n${location.href}`,
    theme,
    columns: [{ letter: null, title, note, figures: [figureIn(view)] }],
    unbanked,
  };
}

export const tableFile = ({ name, title, note, table }: Shown): TableFile => ({
  name,
  table,
  json: () => ({ link: location.href, title, note, rows: rowObjects(table()) }),
});

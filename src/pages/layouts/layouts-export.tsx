/** Menu of the files as which the page can be saved. */
import { ExportMenu } from '../../panels/kit/export-menu.tsx';
import { pictureItems, tableItems } from '../../panels/kit/exports.ts';
import type { Theme } from '../../pictures/theme.ts';
import { pictureFile, type Shown, tableFile } from './layouts-files.ts';

export const LayoutsExport = ({ shown, theme }: { readonly shown: Shown; readonly theme: Theme }) => (
  <ExportMenu
    items={[
      ...pictureItems('Picture', () => pictureFile(shown, theme)),
      ...tableItems('Table', 'every coordinate', () => tableFile(shown)),
    ]}
  />
);

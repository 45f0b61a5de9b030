/** What the page can be saved as. */
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

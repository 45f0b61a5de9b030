/** What the page can be saved as. */
import { download } from '../../panels/download.ts';
import { ExportMenu } from '../../panels/export-menu.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { pngFile, type Shown, svgFile, tableFile } from './layouts-files.ts';

export const LayoutsExport = ({ shown, theme }: { readonly shown: Shown; readonly theme: Theme }) => (
  <ExportMenu
    items={[
      { label: 'Picture as SVG', hint: 'text stays text', save: () => download(svgFile(shown, theme)) },
      { label: 'Picture as PNG', hint: 'twice the size', save: async () => download(await pngFile(shown, theme)) },
      { label: 'Table as CSV', hint: 'every coordinate', save: () => download(tableFile(shown, 'csv')) },
      { label: 'Table as JSON', hint: 'every coordinate', save: () => download(tableFile(shown, 'json')) },
    ]}
  />
);

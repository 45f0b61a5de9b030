/** What the page can be saved as. */
import { download } from '../../panels/download.ts';
import { ExportMenu } from '../../panels/export-menu.tsx';
import type { TensorMapDrawing } from './tensor-map-files.ts';

/** The code behind files comes with the first of them. */
const files = () => import('./tensor-map-files.ts');

export const TensorMapExport = (drawn: TensorMapDrawing) => (
  <ExportMenu
    items={[
      { label: 'Pictures as SVG', hint: 'text stays text', save: async () => download((await files()).svgFile(drawn)) },
      {
        label: 'Pictures as PNG',
        hint: 'twice the size',
        save: async () => download(await (await files()).pngFile(drawn)),
      },
      {
        label: 'Chunks as CSV',
        hint: 'the whole walk',
        save: async () => download((await files()).chunksFile(drawn, 'csv')),
      },
      {
        label: 'Chunks as JSON',
        hint: 'the whole walk',
        save: async () => download((await files()).chunksFile(drawn, 'json')),
      },
    ]}
  />
);

/** Menu of the files as which the page can be saved. */
import { ExportMenu } from '../../panels/kit/export-menu.tsx';
import { pictureItems, tableItems } from '../../panels/kit/exports.ts';
import type { TensorMapDrawing } from './tensor-map-files.ts';

/** The code behind files comes with the first of them. */
const files = () => import('./tensor-map-files.ts');

export const TensorMapExport = (drawn: TensorMapDrawing) => (
  <ExportMenu
    items={[
      ...pictureItems('Pictures', async () => (await files()).pictureFile(drawn)),
      ...tableItems('Chunks', 'the whole walk', async () => (await files()).chunksFile(drawn)),
    ]}
  />
);

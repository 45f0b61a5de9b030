/** Menu of the files as which the exhibit can be saved. */
import { ExportMenu } from '../../panels/kit/export-menu.tsx';
import { fileItem, pictureItems, tableItems } from '../../panels/kit/exports.ts';
import type { ExhibitModel } from './use-exhibit.ts';

/** The code behind files comes with the first of them: the pictures on screen need none of it. */
const files = () => import('./export-files.ts');

export const ExhibitExport = ({ model }: { readonly model: ExhibitModel }) => (
  <ExportMenu
    items={[
      ...pictureItems('Pictures', async () => (await files()).pictureFile(model)),
      fileItem('Traces as JSON Lines', 'a file per variant', async () => (await files()).traceFiles(model, 'json')),
      fileItem('Traces as CSV', 'a file per variant', async () => (await files()).traceFiles(model, 'csv')),
      ...tableItems('Evidence', 'predicted, emulated, measured', async () => (await files()).evidenceFile(model)),
      ...(model.exhibit.exports?.(model.stage) ?? []),
    ]}
  />
);

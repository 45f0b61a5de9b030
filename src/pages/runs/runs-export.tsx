/** Menu of the files as which a comparison can be saved. */
import { ExportMenu } from '../../panels/kit/export-menu.tsx';
import { fileItem, pictureItems } from '../../panels/kit/exports.ts';
import type { ThemedProps } from '../../pictures/props.ts';
import type { RunComparison } from './comparison.ts';

/** The code behind files comes with the first of them. */
const files = () => import('./runs-files.ts');

export const RunsExport = ({ comparison, theme }: ThemedProps & { readonly comparison: RunComparison }) => (
  <ExportMenu
    items={[
      ...pictureItems('Pictures', async () => (await files()).pictureFile(comparison, theme)),
      fileItem('Table as CSV', 'a run each', async () => (await files()).tableFile(comparison)),
      fileItem('Samples as CSV', 'with clocks', async () => (await files()).samplesFile(comparison)),
      fileItem('Records as JSON', 'everything', async () => (await files()).recordsFile(comparison)),
    ]}
  />
);

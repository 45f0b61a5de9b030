/** Menu of the files as which the page can be saved. */
import { ExportMenu } from '../../panels/kit/export-menu.tsx';
import { fileItem, pictureItems } from '../../panels/kit/exports.ts';
import type { LadderModel } from './model.ts';

/** The code behind files comes with the first of them. */
const files = () => import('../kit/pipeline/pipeline-files.ts');

export const LadderExport = ({ model }: { readonly model: LadderModel }) => (
  <ExportMenu
    items={[
      ...pictureItems('Pictures', async () => (await files()).pictureFile(model)),
      fileItem('Spans as CSV', 'all sources', async () => (await files()).spansFile(model)),
      fileItem('Barrier events as CSV', 'every change', async () => (await files()).barriersFile(model)),
      fileItem('Chrome trace', 'opens in Perfetto', async () => (await files()).traceFile(model)),
      fileItem('Scenario of A as JSON', 'as the command takes it', async () => (await files()).scenarioFile(model)),
    ]}
  />
);

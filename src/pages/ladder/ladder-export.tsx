/** Menu of the files as which the page can be saved. */
import { ExportMenu } from '../../panels/kit/export-menu.tsx';
import { fileItem, pictureItems, tableItems } from '../../panels/kit/exports.ts';
import type { LadderModel } from './model.ts';
import type { Lit } from './operand-pictures.ts';

/** The code behind files comes with the first of them. */
const files = () => import('../kit/pipeline/pipeline-files.ts');
const operands = () => import('./operand-files.ts');
const tables = () => import('./ladder-tables.ts');

interface LadderExportProps {
  readonly model: LadderModel;
  readonly lit: Lit;
}

export const LadderExport = ({ model, lit }: LadderExportProps) => (
  <ExportMenu
    items={[
      ...pictureItems('Pictures', async () => (await files()).pictureFile(model)),
      fileItem('Spans as CSV', 'all sources', async () => (await files()).spansFile(model)),
      fileItem('Barrier events as CSV', 'every change', async () => (await files()).barriersFile(model)),
      fileItem('Chrome trace', 'opens in Perfetto', async () => (await files()).traceFile(model)),
      ...pictureItems('Shared memory', async () => (await operands()).budgetFile(model)),
      ...pictureItems('Tiles and fragments', async () => (await operands()).tilesFile(lit, model.theme)),
      ...tableItems('Fragments', 'who holds which score', async () => (await operands()).fragmentsFile()),
      ...tableItems('Overlap', 'what products hide', async () => (await tables()).hiddenFile(model)),
      ...tableItems('Online softmax', 'all blocks', async () => (await tables()).softmaxFile()),
      ...tableItems('Resources', 'what ptxas says', async () => (await tables()).resourcesFile(model)),
      ...tableItems('Wrong on purpose', 'and what is found', async () => (await tables()).wrongFile()),
      fileItem('Scenario of A as JSON', 'as the command takes it', async () => (await files()).scenarioFile(model)),
    ]}
  />
);

/** Menu of the files as which the page can be saved. */

import { copyText, REFUSED } from '../../panels/kit/copying.tsx';
import { ExportMenu } from '../../panels/kit/export-menu.tsx';
import { fileItem, pictureItems } from '../../panels/kit/exports.ts';
import type { PipelineModel } from '../kit/pipeline/use-pipeline.ts';
import { evalRequest } from './eval-request.ts';

/** The code behind files comes with the first of them. */
const files = () => import('../kit/pipeline/pipeline-files.ts');

export function PipelineExport({ model }: { readonly model: PipelineModel }) {
  const { letter } = model.edited;
  const items = [
    ...pictureItems('Pictures', async () => (await files()).pictureFile(model)),
    fileItem('Spans as CSV', 'all sources', async () => (await files()).spansFile(model)),
    fileItem('Barrier events as CSV', 'every change', async () => (await files()).barriersFile(model)),
    fileItem('Chrome trace', 'opens in Perfetto', async () => (await files()).traceFile(model)),
    fileItem(`Scenario of ${letter} as JSON`, 'as the editor has it', async () => (await files()).scenarioFile(model)),
    {
      label: `Copy ${letter} for the command`,
      hint: 'a line for lanescape eval',
      save: async () => {
        if (!(await copyText(evalRequest(model.edited) ?? ''))) throw new Error(REFUSED);
      },
    },
  ];
  return <ExportMenu items={items} />;
}

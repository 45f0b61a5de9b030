/** Menu of the files as which the page can be saved. */
import { ExportMenu } from '../../panels/kit/export-menu.tsx';
import { fileItem, pictureItems } from '../../panels/kit/exports.ts';
import { isFp8Variant } from './attention-variants.ts';
import type { AttentionModel } from './use-attention.ts';

/** The code behind files comes with the first of them. */
const pipelineFiles = () => import('../kit/pipeline/pipeline-files.ts');
const attentionFiles = () => import('./attention-files.ts');

export const AttentionExport = ({ model }: { readonly model: AttentionModel }) => (
  <ExportMenu
    items={[
      ...pictureItems('Pictures', async () => (await pipelineFiles()).pictureFile(model)),
      fileItem('Tiles as CSV', 'of this format', async () =>
        (await attentionFiles()).tilesFile(isFp8Variant(model.state.variant)),
      ),
      fileItem('Spans as CSV', 'of all shown', async () => (await pipelineFiles()).spansFile(model)),
      fileItem('Barrier events as CSV', 'every change', async () => (await pipelineFiles()).barriersFile(model)),
      fileItem('Chrome trace', 'opens in Perfetto', async () => (await pipelineFiles()).traceFile(model)),
      fileItem('Scenario of A as JSON', 'as the command takes it', async () =>
        (await attentionFiles()).scenarioFile(model.sides),
      ),
    ]}
  />
);

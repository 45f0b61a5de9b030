/** What the page can be saved as. */
import { download } from '../../panels/download.ts';
import { type ExportItem, ExportMenu } from '../../panels/export-menu.tsx';
import { isFp8Variant } from './attention-variants.ts';
import type { AttentionModel } from './use-attention.ts';

/** The code behind files comes with the first of them. */
const pipelineFiles = () => import('../kit/pipeline/pipeline-files.ts');
const attentionFiles = () => import('./attention-files.ts');

export const AttentionExport = ({ model }: { readonly model: AttentionModel }) => (
  <ExportMenu items={[...pictures(model), ...records(model)]} />
);

const pictures = (model: AttentionModel): readonly ExportItem[] => [
  {
    label: 'Pictures as SVG',
    hint: 'text stays text',
    save: async () => download((await pipelineFiles()).svgFile(model)),
  },
  {
    label: 'Pictures as PNG',
    hint: 'twice the size',
    save: async () => download(await (await pipelineFiles()).pngFile(model)),
  },
];

const records = (model: AttentionModel): readonly ExportItem[] => [
  {
    label: 'Tiles as CSV',
    hint: 'of this format',
    save: async () => download((await attentionFiles()).tilesFile(isFp8Variant(model.state.variant))),
  },
  { label: 'Spans as CSV', hint: 'of all shown', save: async () => download((await pipelineFiles()).spansFile(model)) },
  {
    label: 'Barrier events as CSV',
    hint: 'every change',
    save: async () => download((await pipelineFiles()).barriersFile(model)),
  },
  {
    label: 'Chrome trace',
    hint: 'opens in Perfetto',
    save: async () => download((await pipelineFiles()).traceFile(model)),
  },
  {
    label: 'Scenario of A as JSON',
    hint: 'as the command takes it',
    save: async () => download((await attentionFiles()).scenarioFile(model.sides)),
  },
];

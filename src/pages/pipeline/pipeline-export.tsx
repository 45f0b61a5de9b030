/** What the page can be saved as. */

import { download } from '../../panels/download.ts';
import { type ExportItem, ExportMenu } from '../../panels/export-menu.tsx';
import { copyText, REFUSED } from '../../panels/kit/copying.tsx';
import type { PipelineModel } from '../kit/pipeline/use-pipeline.ts';
import { evalRequest } from './eval-request.ts';

/** The code behind files comes with the first of them. */
const files = () => import('../kit/pipeline/pipeline-files.ts');
type Files = Awaited<ReturnType<typeof files>>;

export const PipelineExport = ({ model }: { readonly model: PipelineModel }) => (
  <ExportMenu items={[...pictureItems(model), ...recordItems(model)]} />
);

type MadeFile = ReturnType<Files['svgFile']> | ReturnType<Files['pngFile']>;

const item = (label: string, hint: string, made: (from: Files) => MadeFile): ExportItem => ({
  label,
  hint,
  save: async () => download(await made(await files())),
});

const pictureItems = (model: PipelineModel): readonly ExportItem[] => [
  item('Pictures as SVG', 'text stays text', from => from.svgFile(model)),
  item('Pictures as PNG', 'twice the size', from => from.pngFile(model)),
];

const recordItems = (model: PipelineModel): readonly ExportItem[] => [
  item('Spans as CSV', 'all sources', from => from.spansFile(model)),
  item('Barrier events as CSV', 'every change', from => from.barriersFile(model)),
  item('Chrome trace', 'opens in Perfetto', from => from.traceFile(model)),
  item(`Scenario of ${model.edited.letter} as JSON`, 'as the editor has it', from => from.scenarioFile(model)),
  {
    label: `Copy ${model.edited.letter} for the command`,
    hint: 'a line for lanescape eval',
    save: async () => {
      if (!(await copyText(evalRequest(model.edited) ?? ''))) throw new Error(REFUSED);
    },
  },
];

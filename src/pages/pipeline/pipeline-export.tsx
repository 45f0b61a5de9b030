/** What the page can be saved as. */
import { download } from '../../panels/download.ts';
import { type ExportItem, ExportMenu } from '../../panels/export-menu.tsx';
import { evalRequest } from './eval-request.ts';
import type { PipelineModel } from './use-pipeline.ts';

/** The code behind files comes with the first of them. */
const files = () => import('./pipeline-files.ts');

export function PipelineExport({ model }: { readonly model: PipelineModel }) {
  const { edited } = model;
  const items: readonly ExportItem[] = [
    { label: 'Pictures as SVG', hint: 'text stays text', save: async () => download((await files()).svgFile(model)) },
    {
      label: 'Pictures as PNG',
      hint: 'twice the size',
      save: async () => download(await (await files()).pngFile(model)),
    },
    { label: 'Spans as CSV', hint: 'all sources', save: async () => download((await files()).spansFile(model)) },
    {
      label: 'Barrier events as CSV',
      hint: 'every change',
      save: async () => download((await files()).barriersFile(model)),
    },
    { label: 'Chrome trace', hint: 'opens in Perfetto', save: async () => download((await files()).traceFile(model)) },
    {
      label: `Scenario of ${edited.letter} as JSON`,
      hint: 'as the editor has it',
      save: async () => download((await files()).scenarioFile(model)),
    },
    {
      label: `Copy ${edited.letter} for the command`,
      hint: 'a line for lanescape eval',
      save: () => navigator.clipboard.writeText(evalRequest(edited) ?? ''),
    },
  ];
  return <ExportMenu items={items} />;
}

/** A plan to take along: as JSON, as a C++ header, and as a CUDA kernel that checks itself. */
import { headerText, namespaceOf } from '../../model/permute/code/header.ts';
import { kernelText } from '../../model/permute/code/kernel.ts';
import type { ChosenLayout } from '../../model/permute/code/planned-block.ts';
import { planJson } from '../../model/permute/plan-json.ts';
import { download, textFile } from '../download.ts';
import type { ExportItem } from '../export-menu.tsx';

/** Code is made for the layout given; one that goes through registers has no places in shared memory to write down. */
export function planExports(chosen: ChosenLayout): ExportItem[] {
  const name = namespaceOf(chosen);
  const json: ExportItem = {
    label: 'Plan, JSON',
    hint: 'all layouts and why',
    save: () => download(textFile(`${name}.json`, 'application/json', `${JSON.stringify(planJson(chosen.plan))}\n`)),
  };
  if (chosen.layout.exchange !== null) return [json];
  const { strategy } = chosen.layout;
  return [
    json,
    {
      label: 'Plan, C++ header',
      hint: `strides: ${strategy}`,
      save: () => download(textFile(`${name}.h`, 'text/x-c++hdr', headerText(chosen))),
    },
    {
      label: 'Kernel and check, CUDA',
      hint: `specialised: ${strategy}`,
      save: () => download(textFile(`${name}.cu`, 'text/x-cuda', kernelText(chosen))),
    },
  ];
}

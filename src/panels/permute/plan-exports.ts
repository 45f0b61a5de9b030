/** A plan to take along: as JSON, as a C++ header, and as a CUDA kernel that checks itself. */
import { headerText, namespaceOf } from '../../model/permute/code/header.ts';
import { kernelText } from '../../model/permute/code/kernel.ts';
import type { ChosenLayout } from '../../model/permute/code/planned-block.ts';
import type { Plan } from '../../model/permute/plan.ts';
import { planJson } from '../../model/permute/plan-json.ts';
import { download, textFile } from '../download.ts';
import type { ExportItem } from '../export-menu.tsx';

export const planExport = (plan: Plan): ExportItem => ({
  label: 'Plan as JSON',
  hint: 'all layouts and why',
  save: () => download(textFile('plan.json', 'application/json', `${JSON.stringify(planJson(plan))}\n`)),
});

/** Made for one layout, of a variant on screen; it must lie in shared memory. */
export function codeExports(letter: string, chosen: ChosenLayout): ExportItem[] {
  const name = namespaceOf(chosen);
  const { strategy } = chosen.layout;
  return [
    {
      label: `${letter} as C++ header`,
      hint: `strides: ${strategy}`,
      save: () => download(textFile(`${name}.h`, 'text/x-c++hdr', headerText(chosen))),
    },
    {
      label: `${letter} as CUDA kernel`,
      hint: `with its check: ${strategy}`,
      save: () => download(textFile(`${name}.cu`, 'text/x-cuda', kernelText(chosen))),
    },
  ];
}

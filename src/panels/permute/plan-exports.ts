/** A plan to take along: as JSON, as a C++ header, and as a CUDA kernel that checks itself. */
import { headerText, namespaceOf } from '../../model/permute/code/header.ts';
import { kernelText } from '../../model/permute/code/kernel.ts';
import type { ChosenLayout } from '../../model/permute/code/planned-block.ts';
import { textsOf } from '../../model/permute/code/single-file.ts';
import { sourcePathOf } from '../../model/permute/code/source-paths.ts';
import { type WideLaunch, wideKernelText, wideNameOf } from '../../model/permute/code/wide-kernel.ts';
import type { Plan } from '../../model/permute/plan.ts';
import { planJson } from '../../model/permute/plan-json.ts';
import { fetchKernelText } from '../../services/ptx-source.ts';
import { textFile } from '../download.ts';
import { type ExportItem, fileItem } from '../kit/exports.ts';

export const planExport = (plan: Plan): ExportItem =>
  fileItem('Plan as JSON', 'all layouts and why', () =>
    textFile(
      'plan.json',
      'application/json',
      `${JSON.stringify(planJson(plan))}
`,
    ),
  );

/** Code for one layout of a variant on screen; the layout must lie in shared memory. */
export function codeExports(letter: string, chosen: ChosenLayout): ExportItem[] {
  const name = namespaceOf(chosen);
  const { strategy } = chosen.layout;
  return [
    fileItem(`${letter} as C++ header`, `strides: ${strategy}`, () =>
      textFile(`${name}.h`, 'text/x-c++hdr', headerText(chosen)),
    ),
    fileItem(`${letter} as CUDA kernel`, `with its check: ${strategy}`, () =>
      textFile(`${name}.cu`, 'text/x-cuda', kernelText(chosen)),
    ),
  ];
}

/** Code for a variant on screen with wide accesses. Its CUDA sources are fetched. */
export const wideExport = (letter: string, launch: WideLaunch): ExportItem =>
  fileItem(`${letter} as CUDA kernel`, `with its check: ${launch.variant}`, async () => {
    const texts = await textsOf(`${launch.variant}.cuh`, path => fetchKernelText(sourcePathOf(path)));
    return textFile(
      `${wideNameOf(launch)}.cu`,
      'text/x-cuda',
      wideKernelText(launch, path => texts.get(path)!),
    );
  });

/** What several captures are, for the choice among them. */

import { readDescription } from '../../contract/capture-reading.ts';
import { foldedName, kernelNameOf } from '../../ptx/outline/kernel-name.ts';
import type { CaptureFolder } from './dropped-files.ts';
import { folderFiles } from './folder-files.ts';

export interface CaptureChoice {
  readonly folder: CaptureFolder;
  /** Kernel, launch and sizes, or why it cannot be opened. */
  readonly words: string;
  readonly canOpen: boolean;
}

export const captureChoices = (folders: readonly CaptureFolder[]): Promise<CaptureChoice[]> =>
  Promise.all(folders.map(choiceOf));

async function choiceOf(folder: CaptureFolder): Promise<CaptureChoice> {
  const parsed = await readDescription(folderFiles(folder.files));
  if (!parsed.ok) {
    const { field, message } = parsed.error;
    return { folder, words: `damaged: ${field && `${field}: `}${message}`, canOpen: false };
  }
  const { kernel, index, grid, block, gpu, ptx } = parsed.value;
  const times = (sizes: readonly number[]) => sizes.join(' × ');
  const name = foldedName(kernelNameOf(kernel));
  const words = [
    ...(name === folder.name ? [] : [name]),
    `launch ${index}`,
    `${times(grid)} CTAs of ${times(block)} threads`,
    ...(gpu.device ? [`GPU ${gpu.device}`] : []),
  ];
  return { folder, words: words.join(', '), canOpen: 'file' in ptx };
}

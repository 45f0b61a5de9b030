/** How much was compared with a GPU, as a table for the emulator's README. */

import { instructionEvidence } from './evidence.ts';
import { compared } from './evidence-agreement.ts';

export function evidenceLines(): string[] {
  const { gpu, driver, toolkit, date } = instructionEvidence().machine;
  return [
    `The GPU: ${gpu}, driver ${driver}, CUDA ${toolkit}, ${date}.`,
    '',
    '| evidence | asked | the emulator, or the model | but |',
    '| --- | --- | --- | --- |',
    ...compared().map(([file, asked, outcome, but = '']) => `| \`${file}.json\` | ${asked} | ${outcome} | ${but} |`),
  ];
}

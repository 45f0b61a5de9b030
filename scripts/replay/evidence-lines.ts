/** How much was compared with a GPU, as a table for the emulator's README. */

import { instructionEvidence } from './evidence.ts';
import { compared } from './evidence-agreement.ts';

export function evidenceLines(): string[] {
  const { gpu, driver, toolkit } = instructionEvidence().machine;
  return [
    `The GPU: ${gpu}, driver ${driver}, CUDA ${toolkit}, November 2026; each file has its day.`,
    '',
    '| evidence | asked | the emulator, or the model | but |',
    '| --- | --- | --- | --- |',
    ...compared().map(([file, asked, outcome, but = '']) => `| \`${file}.json\` | ${asked} | ${outcome} | ${but} |`),
  ];
}

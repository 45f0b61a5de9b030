/**
 * The measured tables of the READMEs, those of the kernels and of the project, from the recorded runs in
 * `public/recordings`.
 */
import { catalog } from '../../src/kernels/catalog.ts';
import type { Kernel } from '../../src/kernels/kernel.ts';
import { kernelLines } from './measured/kernel-lines.ts';
import { listLines } from './measured/list-lines.ts';
import { overviewLines } from './measured/overview-lines.ts';
import { OVERVIEW, PROBLEMS } from './measured/problems.ts';
import { type RecordedRuns, readRecorded } from './measured/recorded.ts';
import { recordedBeside } from './permute-beside.ts';
import type { WrittenTable } from './written-table.ts';

const NAME = 'measured';

export function measuredTables(root: string): readonly WrittenTable[] {
  const recorded = readRecorded(root);
  // Variants that were timed in turns with others are runs, too.
  const records = [...recorded.records, ...recordedBeside(root, 'permute').records];
  return tablesOf(recorded, { ...recorded, records });
}

function tablesOf(recorded: RecordedRuns, ofList: RecordedRuns): WrittenTable[] {
  const kernels = Object.entries(PROBLEMS).map(([id, problems]) => [catalog.get(id)!, problems] as const);
  const pathOf = ({ id }: Kernel): string => `src/kernels/${id}/README.md`;
  const shown = OVERVIEW.map(([id, problem]) => [catalog.get(id)!, problem] as const);
  return [
    ...kernels.map(([kernel, problems]) => ({
      path: pathOf(kernel),
      name: NAME,
      lines: () => kernelLines(kernel, problems, recorded),
    })),
    { path: 'src/kernels/permute/README.md', name: `${NAME}, TTC`, lines: () => listLines(ofList) },
    { path: 'docs/evidence.md', name: NAME, lines: () => overviewLines(shown, recorded) },
  ];
}

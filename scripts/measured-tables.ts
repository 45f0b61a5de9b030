/**
 * `node scripts/measured-tables.ts`: writes the measured tables of the READMEs, the kernels' and the project's, from the recorded runs
 * of `public/recordings`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalog } from '../src/kernels/catalog.ts';
import type { Kernel } from '../src/kernels/kernel.ts';
import { kernelLines } from './measured-tables/kernel-lines.ts';
import { listLines } from './measured-tables/list-lines.ts';
import { overviewLines } from './measured-tables/overview-lines.ts';
import { OVERVIEW, PROBLEMS } from './measured-tables/problems.ts';
import { type Recorded, readRecorded } from './measured-tables/recorded.ts';
import { withTable } from './readme-table.ts';
import { type Findings, projectRoot } from './tree.ts';

const SCRIPT = 'scripts/measured-tables.ts';

interface ReadmeTable {
  readonly path: string;
  /** What stands in the marks around it. */
  readonly name: string;
  readonly lines: readonly string[];
}

function tablesOf(recorded: Recorded): ReadmeTable[] {
  const kernels = Object.entries(PROBLEMS).map(([id, problems]) => [catalog.get(id)!, problems] as const);
  const pathOf = ({ id }: Kernel): string => `src/kernels/${id}/README.md`;
  const shown = OVERVIEW.map(([id, problem]) => [catalog.get(id)!, problem] as const);
  return [
    ...kernels.map(([kernel, problems]) => ({
      ...{ path: pathOf(kernel), name: SCRIPT, lines: kernelLines(kernel, problems, recorded) },
    })),
    { path: 'src/kernels/permute/README.md', name: `${SCRIPT}, TTC`, lines: listLines(recorded) },
    { path: 'README.md', name: SCRIPT, lines: overviewLines(shown, recorded) },
  ];
}

/** The READMEs as they should be, by path. */
function readmeTexts(root: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { path, name, lines } of tablesOf(readRecorded(root))) {
    const text = texts.get(path) ?? readFileSync(join(root, path), 'utf8');
    texts.set(path, withTable(text, name, lines));
  }
  return texts;
}

/** READMEs whose tables are not those of the recordings. */
export const staleReadmes = (root: string): Findings =>
  [...readmeTexts(root)]
    .filter(([path, text]) => readFileSync(join(root, path), 'utf8') !== text)
    .map(([path]) => `${path} has other times than the recordings: run node ${SCRIPT}`);

if (import.meta.main) for (const [path, text] of readmeTexts(projectRoot)) writeFileSync(join(projectRoot, path), text);

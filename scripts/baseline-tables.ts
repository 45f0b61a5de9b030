/** `node scripts/baseline-tables.ts`: writes the tables of cuda/baselines/README.md from the recorded baselines. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselinesPath, parseBaselineRecording } from '../src/contract/baseline-recording.ts';
import { RECORDINGS_FOLDER } from '../src/contract/recording.ts';
import { baselineLines } from './baselines/tables.ts';
import { withTable } from './readme-table.ts';
import { projectRoot } from './tree.ts';

const README_PATH = 'cuda/baselines/README.md';

/** The README as it should be. */
export function readmeText(root: string): string {
  const folder = join(root, 'public', RECORDINGS_FOLDER);
  const lines = globSync(baselinesPath('*', '*'), { cwd: folder })
    .sort()
    .flatMap(path => {
      const parsed = parseBaselineRecording(readFileSync(join(folder, path), 'utf8'));
      if (!parsed.ok) throw new Error(`${path}: ${parsed.error.field} ${parsed.error.message}`);
      return [...baselineLines(parsed.value), ''];
    });
  return withTable(readFileSync(join(root, README_PATH), 'utf8'), 'scripts/baseline-tables.ts', lines.slice(0, -1));
}

if (import.meta.main) writeFileSync(join(projectRoot, README_PATH), readmeText(projectRoot));

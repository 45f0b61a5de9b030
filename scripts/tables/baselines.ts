/** The tables of `cuda/baselines/README.md` and of attention's, from the recorded baselines. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselinesPath, parseBaselineRecording } from '../../src/contract/baseline-recording.ts';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import type { BaselineRecording } from '../../src/trace/baseline-record.ts';
import { baselineLines } from './baseline-lines.ts';
import { ttcNumber } from './permute-ttc.ts';
import type { WrittenTable } from './written-table.ts';

export const baselineTables = (root: string): WrittenTable[] => [
  { path: 'cuda/baselines/README.md', name: 'times', lines: () => linesOf(root, '*') },
  { path: 'cuda/kernels/attention/README.md', name: 'times', lines: () => linesOf(root, 'attention') },
];

/** @param kernel its id, or a pattern. */
function linesOf(root: string, kernel: string): string[] {
  const folder = join(root, 'public', RECORDINGS_FOLDER);
  const lines = globSync(baselinesPath('*', kernel), { cwd: folder })
    .sort()
    .flatMap(path => {
      const parsed = parseBaselineRecording(readFileSync(join(folder, path), 'utf8'));
      if (!parsed.ok) throw new Error(`${path}: ${parsed.error.field} ${parsed.error.message}`);
      return [...baselineLines(withoutTtc(parsed.value)), ''];
    });
  return lines.slice(0, -1);
}

/** These have a table of their own, in the kernel's README. */
const withoutTtc = ({ records, baselines }: BaselineRecording): BaselineRecording => ({
  records: records.filter(({ params }) => ttcNumber(params) === null),
  baselines: baselines.filter(({ params }) => ttcNumber(params) === null),
});

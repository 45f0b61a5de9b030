/** The tables of `cuda/baselines/README.md` and of attention's, from the recorded baselines. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselinesPath, parseBaselineRecording } from '../../src/contract/baseline-recording.ts';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { schema } from '../../src/kernels/permute/params.ts';
import type { BaselineRecording } from '../../src/trace/baseline-record.ts';
import { type RunRecord, sameParams } from '../../src/trace/run-record.ts';
import { PERMUTATIONS } from '../gpu-jobs/baseline-problems.ts';
import { baselineLines } from './baseline-lines.ts';
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
      return [...baselineLines(withoutOwnTables(parsed.value)), ''];
    });
  return lines.slice(0, -1);
}

/** Most permutations have tables of their own, in the kernel's README. */
function withoutOwnTables({ records, baselines }: BaselineRecording): BaselineRecording {
  const isShown = ({ kernel, params }: Pick<RunRecord, 'kernel' | 'params'>): boolean =>
    kernel !== 'permute' || SHOWN.some(shown => sameParams({ ...shown }, params));
  return { records: records.filter(isShown), baselines: baselines.filter(isShown) };
}

const SHOWN = PERMUTATIONS.map(params => schema.parse(params));

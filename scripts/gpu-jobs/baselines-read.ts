/** Checks the recordings that `cuda/baselines` wrote, puts them into those below `public/recordings`, and updates the index. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { refreshIndex } from '../../cli/gpu/stale-recordings.ts';
import { baselinesPath, parseBaselineRecording } from '../../src/contract/baseline-recording.ts';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { baselineRecordingText, withOwnLaunches } from '../../src/contract/recording-text.ts';
import { catalog } from '../../src/kernels/catalog.ts';
import type { BaselineRecording } from '../../src/trace/baseline-record.ts';
import { type RunRecord, sameParams } from '../../src/trace/run-record.ts';
import { projectRoot } from '../tree.ts';

export async function run(folder: string): Promise<void> {
  for (const file of globSync('*.json', { cwd: folder }).sort()) {
    const answers = readRecording(join(folder, file));
    const [{ gpu }] = answers.baselines;
    const gpuFolder = gpu.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const path = join(projectRoot, 'public', RECORDINGS_FOLDER, baselinesPath(gpuFolder, basename(file, '.json')));
    mkdirSync(dirname(path), { recursive: true });
    const before = existsSync(path) ? readRecording(path) : { records: [], baselines: [] };
    writeFileSync(path, baselineRecordingText(recordedAnew(before, answers)));
  }
  await refreshIndex(projectRoot, catalog);
}

/** As it was written: a checked copy would have its fields in another order, and change every line. */
function readRecording(path: string): BaselineRecording {
  const text = readFileSync(path, 'utf8');
  const parsed = parseBaselineRecording(text);
  if (!parsed.ok) throw new Error(`${path}: ${parsed.error.field} ${parsed.error.message}`);
  return withOwnLaunches(JSON.parse(text)) as BaselineRecording;
}

type Turn = Pick<RunRecord, 'params' | 'method'>;

/** Comparisons that were made again take the place of those with the same parameters and method; the others stay. */
export function recordedAnew(before: BaselineRecording, { records, baselines }: BaselineRecording): BaselineRecording {
  const again: readonly Turn[] = [...records, ...baselines];
  const stays = ({ params, method }: Turn) =>
    !again.some(each => each.method === method && sameParams(each.params, params));
  return {
    records: [...before.records.filter(stays), ...records],
    baselines: [...before.baselines.filter(stays), ...baselines],
  };
}

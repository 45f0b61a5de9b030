/**
 * `node scripts/counters-read.ts FOLDER GPU DRIVER TOOLKIT DATE`: turns the profiler's tables of the kernels' cases into the
 * recordings that the page shows. The folder has `kernels-N.csv`, one or more of the same job, and `kernels.launched.json`; of several
 * runs the least count is kept. Launches that the job does not have stay as they were recorded.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type CountedLaunch,
  counterRecordingPath,
  counterRecordingText,
  parseCounterRecording,
} from '../src/contract/counter-recording.ts';
import { RECORDINGS_FOLDER } from '../src/contract/recording.ts';
import { sameParams } from '../src/trace/run-record.ts';
import { countedRuns } from './replay/counted-runs.ts';
import { launchedFile } from './replay/replay-launch.ts';
import { projectRoot } from './tree.ts';

const [folder, gpu, driver, toolkit, date] = process.argv.slice(2);
const gpuFolder = gpu.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const csvs = readdirSync(folder).filter(name => /^kernels-\d+\.csv$/.test(name));
const counted = countedRuns(JSON.parse(textOf(launchedFile('kernels'))), csvs.map(textOf));

for (const kernel of new Set(counted.map(({ run }) => run.kernel))) {
  const added = counted
    .filter(({ run }) => run.kernel === kernel)
    .map(({ run, counters }) => ({ variant: run.variant, params: kernel.schema.parse(run.params), counters }));
  const path = join(projectRoot, 'public', RECORDINGS_FOLDER, counterRecordingPath(gpuFolder, kernel.id));
  const counts = [...kept(path, added), ...added];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, counterRecordingText({ machine: { gpu, driver, toolkit, date }, counts }));
}

function kept(path: string, added: readonly CountedLaunch[]): readonly CountedLaunch[] {
  if (!existsSync(path)) return [];
  const parsed = parseCounterRecording(readFileSync(path, 'utf8'));
  if (!parsed.ok) throw new Error(`${path}: ${parsed.error.field}: ${parsed.error.message}`);
  const isReplaced = (one: CountedLaunch): boolean =>
    added.some(other => other.variant === one.variant && sameParams(other.params, one.params));
  return parsed.value.counts.filter(one => !isReplaced(one));
}

/**
 * Turns the profiler's tables of the kernels' cases into the recordings that the page shows. The job's folder contains
 * `kernels-N.csv`, one or more for the same job, and `device.txt`, what the GPU process says of the GPU. Of several runs
 * the least count is kept.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type CountedLaunch,
  counterRecordingPath,
  counterRecordingText,
} from '../../src/contract/counter-recording.ts';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { type CountedRun, countedRuns } from '../replay/counted-runs.ts';
import { readMade } from '../replay/made-file.ts';
import { launchedFile } from '../replay/replay-launch.ts';
import { projectRoot } from '../tree.ts';
import { gpuFolder, machineIn } from './recorded-machine.ts';

export function run(folder: string, driver: string, toolkit: string, date: string): void {
  const machine = machineIn(folder, driver, toolkit, date);

  const made = readMade(folder, 'kernels');

  const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const csvs = readdirSync(folder).filter(name => /^kernels-\d+\.csv$/.test(name));
  const counted = countedRuns(JSON.parse(textOf(launchedFile('kernels'))), csvs.map(textOf));

  for (const kernel of new Set(counted.map(({ run }) => run.kernel))) {
    const counts = counted.filter(({ run }) => run.kernel === kernel).map(one => countOf(one, made));
    const path = join(projectRoot, 'public', RECORDINGS_FOLDER, counterRecordingPath(gpuFolder(machine), kernel.id));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, counterRecordingText({ machine, counts }));
  }
}

function countOf(
  { run: { id, kernel, variant, params }, counters }: CountedRun,
  made: ReturnType<typeof readMade>,
): CountedLaunch {
  return { variant, params: kernel.schema.parse(params), counters, made: made[id] };
}

/**
 * Turns the notes of instrumented kernels on a GPU into the recording that the page reads. The folder is that of
 * `spans-write`, with `spans.out` and `spans.said`, which `span-play` wrote and printed, and `device.txt`, what the GPU
 * process says of the GPU.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { spanRecordingPath, spanRecordingText } from '../../src/contract/span-recording.ts';
import { droppedNotes, overheadRatio, type SpanLog } from '../../src/trace/span-log.ts';
import { readMade } from '../replay/made-file.ts';
import { logsOf } from '../spans/span-answers.ts';
import { spanJobs } from '../spans/span-jobs.ts';
import { projectRoot } from '../tree.ts';
import { gpuFolder, machineIn } from './recorded-machine.ts';

const METHOD =
  'the latest of many launches, operands in the L2 cache, alone on the GPU; times: medians of 51 samples of 20 launches, plain and instrumented in turns';

export function run(folder: string, driver: string, toolkit: string, date: string): void {
  const jobs = spanJobs();
  const said = readFileSync(join(folder, 'spans.said'), 'utf8');
  const written = new Uint8Array(readFileSync(join(folder, 'spans.out')));
  const made = readMade(folder, 'spans');
  const logs = logsOf(jobs, said, written).map((log, i): SpanLog => ({ ...log, made: made[jobs[i].name] }));
  for (const log of logs) process.stdout.write(`${lineOf(log)}\n`);

  const machine = machineIn(folder, driver, toolkit, date);
  for (const kernel of new Set(logs.map(log => log.kernel))) {
    const path = join(projectRoot, 'public', RECORDINGS_FOLDER, spanRecordingPath(gpuFolder(machine), kernel));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      spanRecordingText({ machine, method: METHOD, logs: logs.filter(log => log.kernel === kernel) }),
    );
  }
}

function lineOf(log: SpanLog): string {
  const { variant, plainNs, stampedNs, ctas } = log;
  return `${variant}: ${plainNs} ns plain, ${stampedNs} ns instrumented (x ${overheadRatio(log).toFixed(3)}), ${ctas.length} CTAs, ${droppedNotes(log)} notes dropped`;
}

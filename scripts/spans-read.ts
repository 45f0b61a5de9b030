/**
 * `node scripts/spans-read.ts FOLDER DRIVER TOOLKIT DATE`: turns what instrumented kernels noted on a GPU into the recording that the
 * page reads. The folder is that of `spans-write.ts`, with what `span-play` wrote and printed, `spans.out` and `spans.said`, and what
 * the GPU process says of the GPU, `device.txt`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RECORDINGS_FOLDER } from '../src/contract/recording.ts';
import { spanRecordingPath, spanRecordingText } from '../src/contract/span-recording.ts';
import { droppedNotes, overheadRatio, type SpanLog } from '../src/trace/span-log.ts';
import { gpuFolder, machineIn } from './recorded-machine.ts';
import { readMade } from './replay/made-file.ts';
import { logsOf } from './spans/span-answers.ts';
import { spanJobs } from './spans/span-jobs.ts';
import { projectRoot } from './tree.ts';

const [folder, driver, toolkit, date] = process.argv.slice(2);
const METHOD =
  'the latest of many launches, operands in the L2 cache, alone on the GPU; times: medians of 51 samples of 20 launches, plain and instrumented in turns';

const jobs = spanJobs();
const said = readFileSync(join(folder, 'spans.said'), 'utf8');
const written = new Uint8Array(readFileSync(join(folder, 'spans.out')));
const made = readMade(folder, 'spans');
const logs = logsOf(jobs, said, written).map((log, i): SpanLog => ({ ...log, made: made[jobs[i].name] }));
for (const log of logs) process.stdout.write(`${lineOf(log)}\n`);

const machine = machineIn(folder, driver, toolkit, date);
const path = join(projectRoot, 'public', RECORDINGS_FOLDER, spanRecordingPath(gpuFolder(machine), 'gemm'));
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, spanRecordingText({ machine, method: METHOD, logs }));

function lineOf(log: SpanLog): string {
  const { variant, plainNs, stampedNs, ctas } = log;
  return `${variant}: ${plainNs} ns plain, ${stampedNs} ns instrumented (x ${overheadRatio(log).toFixed(3)}), ${ctas.length} CTAs, ${droppedNotes(log)} notes dropped`;
}

/**
 * `node scripts/spans-read.ts FOLDER GPU DRIVER TOOLKIT DATE`: turns what instrumented kernels noted on a GPU into the
 * recording that the page reads. The folder has what `span-play` wrote and printed: `spans.out`, `spans.said`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RECORDINGS_FOLDER } from '../src/contract/recording.ts';
import { spanRecordingPath, spanRecordingText } from '../src/contract/span-recording.ts';
import { droppedNotes, overheadRatio, type SpanLog } from '../src/trace/span-log.ts';
import { logsOf } from './spans/span-answers.ts';
import { spanJobs } from './spans/span-jobs.ts';
import { projectRoot } from './tree.ts';

const [folder, gpu, driver, toolkit, date] = process.argv.slice(2);
const METHOD =
  'the latest of many launches, operands in the L2 cache, alone on the GPU; times: medians of 51 samples of 20 launches, plain and instrumented in turns';

const said = readFileSync(join(folder, 'spans.said'), 'utf8');
const logs = logsOf(spanJobs(), said, new Uint8Array(readFileSync(join(folder, 'spans.out'))));
for (const log of logs) process.stdout.write(`${lineOf(log)}\n`);

const gpuFolder = gpu.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const path = join(projectRoot, 'public', RECORDINGS_FOLDER, spanRecordingPath(gpuFolder, 'gemm'));
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, spanRecordingText({ machine: { gpu, driver, toolkit, date }, method: METHOD, logs }));

function lineOf(log: SpanLog): string {
  const { variant, plainNs, stampedNs, ctas } = log;
  return `${variant}: ${plainNs} ns plain, ${stampedNs} ns instrumented (x ${overheadRatio(log).toFixed(3)}), ${ctas.length} CTAs, ${droppedNotes(log)} notes dropped`;
}

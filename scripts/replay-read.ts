/**
 * `node scripts/replay-read.ts FOLDER GPU DRIVER TOOLKIT DATE`: turns what a GPU answered into the evidence that tests compare
 * with. It takes those results that the folder has: what `replay` and the programs beside it wrote, and the profiler's tables.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beyondBound, hashOfWords, isApproximate, operandsHash } from './replay/answers.ts';
import { bankCounts } from './replay/bank-counts.ts';
import { clockSamples } from './replay/clock-runs.ts';
import { clusterNeeds } from './replay/cluster-needs.ts';
import { clusterRuns } from './replay/cluster-words.ts';
import { gpuOutputs, sha256, wordsOf } from './replay/compare.ts';
import { engineCounts } from './replay/engine-counts.ts';
import {
  type FormAnswers,
  kernelCountEvidence,
  kernelEvidence,
  type Machine,
  sharedEvidence,
  writeEvidence,
} from './replay/evidence.ts';
import { leastCounts } from './replay/kernel-counts.ts';
import { matrixComparison } from './replay/matrix-comparison.ts';
import { pipelineClocks } from './replay/pipeline-clocks.ts';
import { quadPairProducts } from './replay/quad-pair-products.ts';
import {
  formId,
  instructionReplay,
  type KernelRun,
  kernelReplays,
  kernelRuns,
  launchedFile,
  type ReplayModule,
} from './replay/replay-launch.ts';
import { notingReplays } from './replay/shared/noting-replays.ts';
import { sharedSeen } from './replay/shared/seen.ts';
import { answerOf, askedIn, wgmmaReplays } from './replay/wgmma-launches.ts';

const [folder, gpu, driver, toolkit, date] = process.argv.slice(2);
const machine: Machine = { gpu, driver, toolkit, date };

const resultOf = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));

const write = (name: string, method: string, content: object): void => writeEvidence(name, machine, method, content);

function formAnswers(): Record<string, FormAnswers> {
  const refused = new Set<string>(JSON.parse(readFileSync(join(folder, 'refused.json'), 'utf8')));
  const replay = instructionReplay(item => !refused.has(formId(item)));
  const found = [...gpuOutputs([replay], resultOf('instructions.out'))].map(({ launch, output }) => {
    const item = launch.instruction!;
    const words = wordsOf(output);
    const form: FormAnswers = {
      operands: operandsHash(item),
      rows: words.length,
      answers: isApproximate(item) ? null : hashOfWords(words),
      beyondBound: beyondBound(item, words),
    };
    return [launch.id, form] as const;
  });
  return Object.fromEntries(found);
}

/** The kernels' cases that the job has. */
function launchedRuns(job: string): KernelRun[] {
  const ids: readonly string[] = JSON.parse(readFileSync(join(folder, launchedFile(job)), 'utf8'));
  return kernelRuns().filter(({ id }) => ids.includes(id));
}

const launchedKernels = (): ReplayModule[] => kernelReplays(launchedRuns('kernels'));

/** What the job has not launched stays as another one found it. */
function kernelOutputs(): Record<string, string> {
  const found = [...gpuOutputs(launchedKernels(), resultOf('kernels.out'))];
  return {
    ...kernelEvidence().outputs,
    ...Object.fromEntries(found.map(({ launch, output }) => [launch.id, sha256(output)])),
  };
}

function wgmmaSums(): Record<string, { asked: string; answered: string }> {
  const found = [...gpuOutputs(wgmmaReplays(), resultOf('wgmma.out'))];
  return Object.fromEntries(
    found.map(({ launch, output }) => [launch.id, { asked: askedIn(launch), answered: answerOf(output) }]),
  );
}

const has = (name: string): boolean => existsSync(join(folder, name));
if (has('instructions.out')) {
  write('instructions.json', 'one instruction on many operands, ptxas -arch=sm_90a', { forms: formAnswers() });
}
if (has('wgmma.out')) {
  const method = 'two products in each of 8 CTAs, ptxas -arch=sm_90a';
  write('wgmma.json', method, { sums: wgmmaSums() });
}
if (has('matrices.out')) {
  const forms = matrixComparison(resultOf('matrices.out'));
  write('matrices.json', 'one instruction on matrices of several kinds of numbers, ptxas -arch=sm_90a', { forms });
}
if (has('cluster.txt')) {
  const runs = clusterRuns(readFileSync(join(folder, 'cluster.txt'), 'utf8'));
  write('cluster.json', 'words that cuda/replay/cluster-words.cu wrote', { runs });
}
if (has('cluster-needs.txt')) {
  const outcomes = clusterNeeds(readFileSync(join(folder, 'cluster-needs.txt'), 'utf8'));
  write('cluster-needs.json', 'what cuda/replay/cluster-needs.cu printed', { outcomes });
}
if (has('quad-pairs.txt')) {
  const products = quadPairProducts(readFileSync(join(folder, 'quad-pairs.txt'), 'utf8'));
  write('quad-pairs.json', 'numbers that cuda/replay/quad-pairs.cu printed', { products });
}
if (has('kernels.out')) write('kernels.json', 'committed PTX, ptxas -arch=sm_90a', { outputs: kernelOutputs() });
const profiles = readdirSync(folder).filter(name => /^kernels-\d+\.csv$/.test(name));
if (profiles.length > 0) {
  const csvs = profiles.map(name => readFileSync(join(folder, name), 'utf8'));
  const method = 'ncu counters of whole launches, the least of several runs, ptxas -arch=sm_90a';
  const counts = { ...kernelCountEvidence().counts, ...leastCounts(csvs, launchedKernels()) };
  write('kernel-counts.json', method, { counts });
}
const engines = readdirSync(folder).filter(name => /^engines-\d+\.csv$/.test(name));
if (engines.length > 0) {
  const csvs = engines.map(name => readFileSync(join(folder, name), 'utf8'));
  const counts = engineCounts(
    csvs,
    launchedKernels().flatMap(({ launches }) => launches.map(({ id }) => id)),
  );
  write('engine-counts.json', 'ncu counters of whole launches, the same in several runs, ptxas -arch=sm_90a', {
    counts,
  });
}
if (has('shared.out')) {
  const method = 'what instructions in committed PTX noted, first and last CTA, ptxas -arch=sm_90a';
  const modules = notingReplays(launchedRuns('shared'));
  write('shared.json', method, sharedSeen(modules, resultOf('shared.out'), sharedEvidence()));
}
if (has('clocks.out')) {
  const method =
    'clock64 around 512 passes of 8 accesses, and around the same loop without them; five launches of each';
  write('clocks.json', method, { samples: clockSamples(resultOf('clocks.out')) });
}
if (has('pipeline-clocks.txt')) {
  const samples = pipelineClocks(readFileSync(join(folder, 'pipeline-clocks.txt'), 'utf8'));
  write('pipeline-clocks.json', 'clock64 on one SM: count, least, median, 90th percentile, most', { samples });
}
if (has('banks.csv')) {
  const counts = bankCounts(readFileSync(join(folder, 'banks.csv'), 'utf8'));
  write('banks.json', 'ncu counters of one warp-wide request per launch, ptxas -arch=sm_90a', { counts });
}

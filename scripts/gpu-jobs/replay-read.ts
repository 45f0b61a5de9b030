/**
 * Turns a GPU's answers into the evidence with which tests compare. It reads whichever results are in the folder: the
 * output of `replay` and of the programs beside it, and the profiler's tables.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bankCounts } from '../replay/bank-counts.ts';
import { clockSamples } from '../replay/clock-runs.ts';
import { clusterNeeds } from '../replay/cluster-needs.ts';
import { clusterRuns } from '../replay/cluster-words.ts';
import { emulatedOutputs, gpuOutputs, sha256, wordsOf } from '../replay/compare.ts';
import { engineCounts } from '../replay/engine-counts.ts';
import {
  type FormAnswers,
  kernelCountEvidence,
  kernelEvidence,
  sharedEvidence,
  writeEvidence,
} from '../replay/evidence.ts';
import { im2colReplay } from '../replay/im2col-launches.ts';
import { imageReplay } from '../replay/image-launches.ts';
import { beyondBound, hashOfWords, isApproximate, operandsHash } from '../replay/instruction-answers.ts';
import { leastCounts } from '../replay/kernel-counts.ts';
import { hashOfBytes, hashOfLaunch, type LooseAnswers, looseAnswers } from '../replay/loose-answers.ts';
import { matrixComparison } from '../replay/matrix-comparison.ts';
import { pipelineClocks } from '../replay/pipeline-clocks.ts';
import { quadPairProducts } from '../replay/quad-pair-products.ts';
import {
  formId,
  instructionReplay,
  kernelReplays,
  kernelRuns,
  launchedFile,
  type ReplayedKernel,
  type ReplayModule,
} from '../replay/replay-launch.ts';
import { sharedSeen } from '../replay/shared/note-evidence.ts';
import { notingReplays } from '../replay/shared/noting-replays.ts';
import { unfencedInit } from '../replay/unfenced-init.ts';
import { answerOf, askedIn, wgmmaReplays } from '../replay/wgmma-launches.ts';

/** One file of evidence, from one file of results or from the numbered files of several runs. */
interface Reading {
  /** A name, or a pattern for `NAME-N.csv`. */
  readonly from: string | RegExp;
  readonly to: string;
  readonly method: string;
  content(answers: Answers): object;
}

/** The folder with the results; each reading gets the files of its own `from`. */
class Answers {
  readonly folder: string;
  readonly names: readonly string[];

  constructor(folder: string, from: string | RegExp) {
    this.folder = folder;
    const isOurs = (name: string) => (typeof from === 'string' ? name === from : from.test(name));
    this.names = readdirSync(folder).filter(isOurs);
  }

  get bytes(): Uint8Array {
    return new Uint8Array(readFileSync(join(this.folder, this.names[0])));
  }

  get texts(): readonly string[] {
    return this.names.map(name => readFileSync(join(this.folder, name), 'utf8'));
  }

  json(name: string): readonly string[] {
    return JSON.parse(readFileSync(join(this.folder, name), 'utf8'));
  }
}

function formAnswers(answers: Answers): Record<string, FormAnswers> {
  const refused = new Set(answers.json('refused.json'));
  const replay = instructionReplay(item => !refused.has(formId(item)));
  const found = [...gpuOutputs([replay], answers.bytes)].map(({ launch, output }) => {
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

/** The kernels' cases that the job contains. */
function launchedRuns(answers: Answers, job: string): ReplayedKernel[] {
  const ids = answers.json(launchedFile(job));
  return kernelRuns().filter(({ id }) => ids.includes(id));
}

const launchedKernels = (answers: Answers): ReplayModule[] => kernelReplays(launchedRuns(answers, 'kernels'));

/** Results of launches that the job does not contain stay as they were. */
function kernelOutputs(answers: Answers): Record<string, string> {
  const found = [...gpuOutputs(launchedKernels(answers), answers.bytes)];
  return {
    ...kernelEvidence().outputs,
    ...Object.fromEntries(found.map(({ launch, output }) => [launch.id, sha256(output)])),
  };
}

function wgmmaSums(answers: Answers): Record<string, { asked: string; answered: string }> {
  const found = [...gpuOutputs(wgmmaReplays(), answers.bytes)];
  return Object.fromEntries(
    found.map(({ launch, output }) => [launch.id, { asked: askedIn(launch), answered: answerOf(output) }]),
  );
}

function imageAnswers(bytes: Uint8Array): Record<string, LooseAnswers> {
  const modules = [imageReplay()];
  const emulated = [...emulatedOutputs(modules)];
  const found = [...gpuOutputs(modules, bytes)].map(
    ({ launch, output }, i) => [launch.id, looseAnswers(launch.launch, output, emulated[i].output)] as const,
  );
  return Object.fromEntries(found);
}

function im2colCopies(bytes: Uint8Array): Record<string, { asked: string; answered: string }> {
  const found = [...gpuOutputs([im2colReplay()], bytes)].map(
    ({ launch, output }) => [launch.id, { asked: hashOfLaunch(launch.launch), answered: hashOfBytes(output) }] as const,
  );
  return Object.fromEntries(found);
}

const READINGS: readonly Reading[] = [
  {
    from: 'instructions.out',
    to: 'instructions.json',
    method: 'one instruction on many operands, ptxas -arch=sm_90a',
    content: answers => ({ forms: formAnswers(answers) }),
  },
  {
    from: 'wgmma.out',
    to: 'wgmma.json',
    method: 'two products in each of 8 CTAs, ptxas -arch=sm_90a',
    content: answers => ({ sums: wgmmaSums(answers) }),
  },
  {
    from: 'matrices.out',
    to: 'matrices.json',
    method: 'one instruction on matrices of several kinds of numbers, ptxas -arch=sm_90a',
    content: answers => ({ forms: matrixComparison(answers.bytes) }),
  },
  {
    from: 'images.out',
    to: 'images.json',
    method: 'fetches and surface accesses of textures.cu over CUDA arrays, ptxas -arch=sm_90a',
    content: answers => ({ answers: imageAnswers(answers.bytes) }),
  },
  {
    from: 'im2col.out',
    to: 'im2col.json',
    method: 'one copy by each of many random maps, ptxas -arch=sm_90a',
    content: answers => ({ copies: im2colCopies(answers.bytes) }),
  },
  {
    from: 'cluster.txt',
    to: 'cluster.json',
    method: 'words that cuda/replay/cluster-words.cu wrote',
    content: answers => ({ runs: clusterRuns(answers.texts[0]) }),
  },
  {
    from: 'cluster-needs.txt',
    to: 'cluster-needs.json',
    method: 'what cuda/replay/cluster-needs.cu printed',
    content: answers => ({ outcomes: clusterNeeds(answers.texts[0]) }),
  },
  {
    from: 'unfenced-init.txt',
    to: 'unfenced-init.json',
    method: 'what cuda/replay/unfenced-init.cu printed',
    content: answers => ({ runs: unfencedInit(answers.texts[0]) }),
  },
  {
    from: 'quad-pairs.txt',
    to: 'quad-pairs.json',
    method: 'numbers that cuda/replay/quad-pairs.cu printed',
    content: answers => ({ products: quadPairProducts(answers.texts[0]) }),
  },
  {
    from: 'kernels.out',
    to: 'kernels.json',
    method: 'committed PTX, ptxas -arch=sm_90a',
    content: answers => ({ outputs: kernelOutputs(answers) }),
  },
  {
    from: /^kernels-\d+\.csv$/,
    to: 'kernel-counts.json',
    method: 'ncu counters of whole launches, the least of several runs, ptxas -arch=sm_90a',
    content: answers => ({
      counts: { ...kernelCountEvidence().counts, ...leastCounts(answers.texts, launchedKernels(answers)) },
    }),
  },
  {
    from: /^engines-\d+\.csv$/,
    to: 'engine-counts.json',
    method: 'ncu counters of whole launches, the same in several runs, ptxas -arch=sm_90a',
    content: answers => {
      const ids = launchedKernels(answers).flatMap(({ launches }) => launches.map(({ id }) => id));
      return { counts: engineCounts(answers.texts, ids) };
    },
  },
  {
    from: 'shared.out',
    to: 'shared.json',
    method: 'what instructions in committed PTX noted, first and last CTA, ptxas -arch=sm_90a',
    content: answers => sharedSeen(notingReplays(launchedRuns(answers, 'shared')), answers.bytes, sharedEvidence()),
  },
  {
    from: 'clocks.out',
    to: 'clocks.json',
    method: 'clock64 around 512 passes of 8 accesses, and around the same loop without them; five launches of each',
    content: answers => ({ samples: clockSamples(answers.bytes) }),
  },
  {
    from: 'pipeline-clocks.txt',
    to: 'pipeline-clocks.json',
    method: 'clock64 on one SM: count, least, median, 90th percentile, most',
    content: answers => ({ samples: pipelineClocks(answers.texts[0]) }),
  },
  {
    from: 'banks.csv',
    to: 'banks.json',
    method: 'ncu counters of one warp-wide request per launch, ptxas -arch=sm_90a',
    content: answers => ({ counts: bankCounts(answers.texts[0]) }),
  },
];

export function run(folder: string, gpu: string, driver: string, toolkit: string, date: string): void {
  for (const { from, to, method, content } of READINGS) {
    const answers = new Answers(folder, from);
    if (answers.names.length > 0) writeEvidence(to, { gpu, driver, toolkit, date }, method, content(answers));
  }
}

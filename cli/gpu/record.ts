/** `lanescape record`: runs kernels on this machine's GPU, and writes what was measured as files of the page. */

import type { BackstageParts } from '../../server/backstage.ts';
import { findCheckout } from '../../server/checkout.ts';
import { archOf } from '../../server/runners/local-gpu.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import { catalog } from '../../src/kernels/catalog.ts';
import type { Kernel } from '../../src/kernels/kernel.ts';
import { cancellable } from '../interrupt.ts';
import { defineVerb, INTERRUPTED, type Invocation, type Outcome } from '../verb.ts';
import { ableVariants, type Compared, compare } from './comparison.ts';
import { type Kernels, kernelNamed, paramsText, secondsOf } from './kernel-operand.ts';
import { withEngine } from './open-engine.ts';
import { Pace } from './pace.ts';
import { addToRecording, readRecording, recordingPath, recordingPaths, writeCeilings } from './recording.ts';
import { isRecorded, jobsOf, type RecordingJob, type RecordingWish } from './recording-jobs.ts';
import { isAsItShould, problemLines } from './run.ts';
import type { RunEngine } from './run-engine.ts';
import { RunProgress } from './run-progress.ts';
import { comparisonText } from './run-table.ts';
import { refreshIndex } from './stale-recordings.ts';

const OPTIONS = {
  case: { kind: 'list', value: 'ID', help: 'only these cases of the kernels' },
  set: { kind: 'list', value: 'NAME=VALUE', help: 'a parameter of one set that is recorded in place of the cases' },
  list: { kind: 'value', value: 'NAME', help: 'a list of the kernel in place of its cases: permute has ttc' },
  method: { kind: 'value', value: 'cold|steady', help: 'only this way of timing; both when left out' },
  again: { kind: 'flag', help: 'measure also what is there already' },
  'max-seconds': { kind: 'value', value: 'N', help: 'for the samples of a comparison; 5 when left out' },
  'data-dir': { kind: 'value', value: 'DIR', help: 'where builds and history are kept, and a running server is found' },
} as const;

export const recordVerb = (kernels: Kernels, parts: BackstageParts): Invocation =>
  defineVerb({
    name: 'record',
    about: `
Runs all cases of the named kernels, and whatever their recordings have already, on this machine's GPU: all variants of a
case in one comparison, cold and steady. After each it writes public/recordings/<gpu>/<kernel>.json, and what the GPU can do
at most into ceilings.json beside it. What is there of the kernel's sources of today is not measured again, so that an
interrupted recording goes on where it was. Of a list, known-wrong variants are left out, and of those that are launched alike
all but the first. Prints a table for each comparison; progress and the time that is left go to standard error.

Exit code: 0; 1 without a GPU, when a comparison fails or a variant is wrong that should be right; 130 when interrupted.
Kernels: ${[...kernels.keys()].join(', ')}.`,
    operand: 'kernel',
    options: OPTIONS,
    run: async ({ options, operands }) => {
      const named = kernelsNamed(kernels, operands);
      if (!named.ok) return named;
      const seconds = secondsOf(options['max-seconds']);
      if (!seconds.ok) return seconds;
      const terms = { checkout: parts.checkout ?? findCheckout(), maxSeconds: seconds.value, again: options.again };
      const work = (engine: RunEngine) => new Recorder(engine, kernels, terms).record(named.value, options);
      return withEngine(options['data-dir'], parts, work);
    },
  });

export const record = recordVerb(catalog, { catalog });

function kernelsNamed(kernels: Kernels, ids: readonly string[]): Result<readonly Kernel[], string> {
  if (ids.length === 0) return err(`expected at least one kernel of ${[...kernels.keys()].join(', ')}`);
  const named: Kernel[] = [];
  for (const id of ids) {
    const kernel = kernelNamed(kernels, id);
    if (!kernel.ok) return kernel;
    named.push(kernel.value);
  }
  return ok(named);
}

interface RecorderTerms {
  /** Folder with `cuda/` and `public/`. */
  readonly checkout: string;
  readonly maxSeconds: number;
  readonly again: boolean;
}

class Recorder {
  readonly #engine: RunEngine;
  readonly #all: Kernels;
  readonly #terms: RecorderTerms;

  constructor(engine: RunEngine, all: Kernels, terms: RecorderTerms) {
    this.#engine = engine;
    this.#all = all;
    this.#terms = terms;
  }

  record(kernels: readonly Kernel[], wish: RecordingWish): Promise<Outcome> {
    return cancellable(async signal => {
      const outcome = await this.#recordKernels(kernels, wish, signal);
      const { checkout } = this.#terms;
      if (recordingPaths(checkout).length > 0) await refreshIndex(checkout, this.#all);
      return outcome;
    });
  }

  async #recordKernels(kernels: readonly Kernel[], wish: RecordingWish, signal: AbortSignal): Promise<Outcome> {
    const jobs: RecordingJob[] = [];
    for (const kernel of kernels) {
      const due = await this.#dueOf(kernel, wish);
      if (!due.ok) return due;
      jobs.push(...due.value);
    }
    const pace = new Pace(jobs.length);
    let isFine = true;
    for (const job of jobs) {
      const outcome = await this.#recordJob(job, pace.next(), signal);
      if (!outcome.ok) return outcome;
      if (outcome.value === 'cancelled') return INTERRUPTED;
      isFine &&= outcome.value;
    }
    return ok(isFine ? 0 : 1);
  }

  /** What is wished for and not there. */
  async #dueOf(kernel: Kernel, wish: RecordingWish): Promise<Result<readonly RecordingJob[], string>> {
    const { checkout, again } = this.#terms;
    const known = readRecording(this.#pathOf(kernel));
    const jobs = await jobsOf(kernel, wish, known, params => ableVariants(this.#engine, kernel, params));
    if (!jobs.ok || again) return jobs;
    const { gpus, archs } = this.#engine.machine;
    const terms = { checkout, arch: archOf(gpus[0], archs) };
    const areThere = await Promise.all(jobs.value.map(job => isRecorded(job, known, terms)));
    return ok(jobs.value.filter((_, i) => !areThere[i]));
  }

  #pathOf({ id }: Kernel): string {
    return recordingPath(this.#terms.checkout, this.#engine.machine.gpus[0].name, id);
  }

  /** Whether all was as it should be. `place`: among all jobs, for a person. */
  async #recordJob(
    { kernel, params, method, variants }: RecordingJob,
    place: string,
    signal: AbortSignal,
  ): Promise<Result<boolean | 'cancelled', string>> {
    const title = `${kernel.id}, ${paramsText(kernel, params)}, ${method} (${place})`;
    const progress = new RunProgress(process.stderr, title);
    const request = { kernel: kernel.id, variants: [...variants], params, method, maxSeconds: this.#terms.maxSeconds };
    const compared = await compare(this.#engine, request, { signal, onEvent: event => progress.show(event) });
    progress.clear();
    if (!compared.ok) return compared;
    if (compared.value.failure?.at === 'cancelled') return ok('cancelled');
    await this.#write(kernel, compared.value);
    return ok(isAsItShould(kernel, compared.value));
  }

  async #write(kernel: Kernel, compared: Compared): Promise<void> {
    const { records } = compared;
    const { checkout } = this.#terms;
    const ceilings = await this.#engine.ceilings();
    if (records !== null) {
      addToRecording(this.#pathOf(kernel), records);
      if (ceilings !== null) writeCeilings(checkout, ceilings);
      process.stdout.write(`${comparisonText(kernel, records, ceilings)}\n`);
    }
    process.stderr.write(problemLines(compared));
  }
}

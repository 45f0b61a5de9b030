/** Measures what a recording lacks, one comparison after another, and stores each before the next begins. */

import { Today } from '../../server/runs/current-sources.ts';
import { ok, type Result } from '../../src/base/result.ts';
import type { Kernel } from '../../src/kernels/kernel.ts';
import { cancellable } from '../interrupt.ts';
import { complain, say } from '../terminal.ts';
import { INTERRUPTED, type Outcome } from '../verb.ts';
import { ableVariants, type ComparedRuns, compare } from './comparison.ts';
import { type Kernels, paramsText } from './kernel-operand.ts';
import { addToRecording, readRecording, recordingPath, recordingPaths, writeCeilings } from './recording.ts';
import { isRecorded, jobsOf, type RecordingJob, type RecordingWish } from './recording-jobs.ts';
import { Pace } from './remaining-time.ts';
import { isAsItShould, problemLines } from './run.ts';
import type { RunEngine } from './run-engine.ts';
import { RunProgressLine } from './run-progress.ts';
import { comparisonText } from './run-table.ts';
import { refreshIndex } from './stale-recordings.ts';

export interface RecorderTerms {
  /** Folder with `cuda/` and `public/`. */
  readonly checkout: string;
  readonly maxSeconds: number;
  readonly again: boolean;
}

export class RunRecorder {
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

  /** The requested jobs that are not recorded yet. */
  async #dueOf(kernel: Kernel, wish: RecordingWish): Promise<Result<readonly RecordingJob[], string>> {
    const { checkout, again } = this.#terms;
    const known = readRecording(this.#pathOf(kernel));
    const jobs = await jobsOf(kernel, wish, known, params => ableVariants(this.#engine, kernel, params));
    if (!jobs.ok || again) return jobs;
    const today = new Today(checkout, this.#all);
    const areThere = await Promise.all(jobs.value.map(job => isRecorded(job, known, today)));
    return ok(jobs.value.filter((_, i) => !areThere[i]));
  }

  #pathOf({ id }: Kernel): string {
    return recordingPath(this.#terms.checkout, this.#engine.machine.gpus[0].name, id);
  }

  /** Returns whether everything was as it should be. @param place its number among all jobs, for the user. */
  async #recordJob(
    { kernel, params, method, variants }: RecordingJob,
    place: string,
    signal: AbortSignal,
  ): Promise<Result<boolean | 'cancelled', string>> {
    const title = `${kernel.id}, ${paramsText(kernel, params)}, ${method} (${place})`;
    const progress = new RunProgressLine(process.stderr, title);
    const request = { kernel: kernel.id, variants: [...variants], params, method, maxSeconds: this.#terms.maxSeconds };
    const compared = await compare(this.#engine, request, { signal, onEvent: event => progress.show(event) });
    progress.clear();
    if (!compared.ok) return compared;
    if (compared.value.failure?.at === 'cancelled') return ok('cancelled');
    await this.#write(kernel, compared.value);
    return ok(isAsItShould(kernel, compared.value));
  }

  async #write(kernel: Kernel, compared: ComparedRuns): Promise<void> {
    const { records } = compared;
    const { checkout } = this.#terms;
    const ceilings = await this.#engine.ceilings();
    if (records !== null) {
      addToRecording(this.#pathOf(kernel), records);
      if (ceilings !== null) writeCeilings(checkout, ceilings);
      say(`${comparisonText(kernel, records, ceilings)}\n`);
    }
    complain(problemLines(compared));
  }
}

/** Measures what a recording lacks, one comparison after another, and stores each before the next begins. */

import { basename } from 'node:path';
import { Today } from '../../server/runs/current-sources.ts';
import { ok, type Result } from '../../src/base/result.ts';
import { PASSING_FAILURES } from '../../src/contract/run.ts';
import type { Kernel } from '../../src/kernels/kernel.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import { cancellable } from '../interrupt.ts';
import { complain, say } from '../terminal.ts';
import { INTERRUPTED, type Outcome } from '../verb.ts';
import { ableVariants, type ComparedRuns, compare, type EngineAt } from './comparison.ts';
import { type Kernels, paramsText } from './kernel-operand.ts';
import { addToRecording, readRecording, recordingPath, recordingPaths, writeCeilings } from './recording.ts';
import { isRecorded, jobsOf, type RecordingJob, type RecordingWish } from './recording-jobs.ts';
import { Pace } from './remaining-time.ts';
import { isAsItShould, problemLines } from './run.ts';
import { RunProgressLine } from './run-progress.ts';
import { comparisonText } from './run-table.ts';
import { refreshIndex } from './stale-recordings.ts';

export interface RecorderTerms {
  /** Folder with `cuda/` and `public/`. */
  readonly checkout: string;
  readonly maxSeconds: number;
  readonly again: boolean;
}

/** How often a comparison is run whose job ended before it. */
const MOST_TRIES = 3;
/** One less than what a server takes, so that the page can ask, too. */
const MOST_AT_ONCE = 16;

export class RunRecorder {
  readonly #at: EngineAt;
  readonly #all: Kernels;
  readonly #terms: RecorderTerms;

  constructor(at: EngineAt, all: Kernels, terms: RecorderTerms) {
    this.#at = at;
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
    const waiting = jobs.values();
    const ends: Result<boolean | 'cancelled', string>[] = [];
    // Each takes the next job when it is done with one; the first that cannot go on stops them all.
    const work = async (): Promise<void> => {
      for (const job of waiting) {
        if (ends.some(end => !end.ok || end.value === 'cancelled')) return;
        ends.push(await this.#recordJob(job, pace.next(), signal));
      }
    };
    await Promise.all(Array.from({ length: this.#atOnce }, work));
    const problem = ends.find(end => !end.ok);
    if (problem !== undefined && !problem.ok) return problem;
    if (ends.some(end => end.ok && end.value === 'cancelled')) return INTERRUPTED;
    return ok(ends.every(end => end.ok && end.value === true) ? 0 : 1);
  }

  /** A cluster gets as many as a server takes, as one array of jobs: it starts as many of them as the place has. */
  get #atOnce(): number {
    const { kind, width } = this.#at.place;
    return kind === 'slurm' && width > 1 ? MOST_AT_ONCE : width;
  }

  /** The requested jobs that are not recorded yet. */
  async #dueOf(kernel: Kernel, wish: RecordingWish): Promise<Result<readonly RecordingJob[], string>> {
    const { checkout, again } = this.#terms;
    const machine = await this.#at.engine.machine();
    const known = await this.#recorded(kernel);
    const jobs = await jobsOf(kernel, wish, known, params => ableVariants(machine, this.#at.place, kernel, params));
    if (!jobs.ok || again) return jobs;
    const today = new Today(checkout, this.#all);
    const areThere = await Promise.all(jobs.value.map(job => isRecorded(job, known, today)));
    return ok(jobs.value.filter((_, i) => !areThere[i]));
  }

  /** Of the place's GPU. Where that is not known yet, of all that were recorded at this place. */
  async #recorded(kernel: Kernel): Promise<readonly RunRecord[]> {
    const { checkout } = this.#terms;
    const { engine, place } = this.#at;
    const { places } = await engine.machine();
    const known = places.find(({ name }) => name === place.name)?.gpu ?? null;
    if (known !== null) return readRecording(recordingPath(checkout, known.name, kernel.id));
    const own = recordingPaths(checkout).filter(path => basename(path) === `${kernel.id}.json`);
    return own.flatMap(path => readRecording(path).filter(record => record.place === place.name));
  }

  /** Returns whether everything was as it should be. @param number its number among all jobs, for the user. */
  async #recordJob(
    { kernel, params, method, variants }: RecordingJob,
    number: string,
    signal: AbortSignal,
  ): Promise<Result<boolean | 'cancelled', string>> {
    const { engine, place } = this.#at;
    const title = `${kernel.id}, ${paramsText(kernel, params)}, ${method} (${number})`;
    const { maxSeconds } = this.#terms;
    const many = this.#atOnce > 1 ? { isOfMany: true as const } : {};
    const request = {
      kernel: kernel.id,
      variants: [...variants],
      params,
      method,
      maxSeconds,
      place: place.name,
      ...many,
    };
    for (let tries = 1; ; tries++) {
      const progress = new RunProgressLine(process.stderr, title);
      const compared = await compare(engine, request, { signal, onEvent: event => progress.show(event) });
      progress.clear();
      if (!compared.ok) return compared;
      const { failure } = compared.value;
      if (failure?.at === 'cancelled' && signal.aborted) return ok('cancelled');
      if (failure !== null && tries < MOST_TRIES && PASSING_FAILURES.includes(failure.at)) {
        complain(`lanescape: ${title}: ${failure.message}; run again in another job\n`);
        continue;
      }
      await this.#write(kernel, compared.value);
      return ok(isAsItShould(kernel, compared.value));
    }
  }

  async #write(kernel: Kernel, compared: ComparedRuns): Promise<void> {
    const { records } = compared;
    const { checkout } = this.#terms;
    const { engine, place } = this.#at;
    const ceilings = await engine.ceilings(place.name);
    if (records !== null) {
      // Nodes of a cluster may differ: the GPU is the one that the records name.
      addToRecording(recordingPath(checkout, records[0].gpu.name, kernel.id), records);
      if (ceilings !== null) writeCeilings(checkout, ceilings);
      say(`${comparisonText(kernel, records, ceilings)}\n`);
    }
    complain(problemLines(compared));
  }
}

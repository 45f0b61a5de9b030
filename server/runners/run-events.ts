/** The events of a run: they name variants, and are made from what the builder and the GPU process report. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Build, CompileFailure } from '../../src/contract/api.ts';
import type { RunEvent } from '../../src/contract/run.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import { diskWords, WORK_FOLDER } from '../runs/disk-words.ts';
import type { AnswerOf } from '../runs/history-calls.ts';
import type { BuildEvent } from '../toolchain/builder.ts';
import type { RunnerFailure, RunnerProgress } from './runner.ts';

type Failed = Extract<RunEvent, { stage: 'failed' }>;

export function resultOf(last: BuildEvent<Build> | null): Result<Build, CompileFailure> {
  if (last?.stage === 'done') return ok(last);
  if (last?.stage === 'failed') return err(last);
  return err({ at: 'output', message: 'the compilation ended without an answer', diagnostics: '' });
}

export const buildFailed = (variant: string | null, { at, message, diagnostics }: CompileFailure): Failed => ({
  stage: 'failed',
  at: at === 'cancelled' || at === 'queue' ? at : 'build',
  ...{ message, variant, diagnostics },
});

export const runFailed = (
  { at, message, contender }: RunnerFailure,
  nameOf: (contender: number) => string,
): Failed => ({
  ...{ stage: 'failed', at, message, variant: contender === null ? null : nameOf(contender), diagnostics: '' },
});

export function namedProgress(progress: RunnerProgress, nameOf: (contender: number) => string): RunEvent {
  if (!('contender' in progress)) return progress;
  const variant = nameOf(progress.contender);
  switch (progress.stage) {
    case 'verifying':
    case 'right':
      return { stage: progress.stage, variant };
    case 'wrong':
      return { stage: 'wrong', variant, wrong: progress.wrong, firstIndex: progress.firstIndex };
    case 'samples':
      return { stage: 'samples', variant, ns: progress.ns, mhz: progress.mhz };
  }
}

/** The client gets the runs even if they cannot be stored. */
export function finished(records: readonly RunRecord[], kept: AnswerOf<'addRuns'>): RunEvent {
  if (kept.ok) return { stage: 'done', runs: kept.value.map(({ id, record }) => ({ id, record })) };
  const runs = records.map(record => ({ id: null, record }));
  return { stage: 'done', runs, notKept: `not kept: ${kept.error.message}` };
}

/** A full disk gives an answer; any other failure is a bug. */
export function diskFailure(error: unknown): RunEvent {
  const message = diskWords(error, WORK_FOLDER);
  if (message === null) throw error;
  return { stage: 'failed', at: 'server', message, variant: null, diagnostics: '' };
}

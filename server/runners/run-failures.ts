/** The ways in which the GPU process fails a job, each as one sentence for the user. */
import type { Result } from '../../src/base/result.ts';
import type { RunnerFrame } from '../../src/contract/run-job.ts';
import type { JobEnd } from '../exec/job.ts';
import type { RunnerFailure } from './runner.ts';

/** Exit code of the GPU process. */
const EXIT_NO_GPU = 3;

export const failure = (at: RunnerFailure['at'], message: string): RunnerFailure => ({ at, message, contender: null });
export const cancelled = failure('cancelled', 'cancelled');
export const overdue = failure('timeout', 'the GPU process did not end its job in time, and was stopped');
export const trialFailed = failure('timeout', 'a new GPU process did not finish its first launch in time');
export const breach = (what: string): RunnerFailure =>
  failure('protocol', `the GPU process broke the protocol: ${what}`);

/** The failure ended the process, since a CUDA context does not recover; the next job gets a new one. */
export const withFreshNext = (ended: RunnerFailure): RunnerFailure =>
  ['cuda', 'timeout', 'protocol', 'process'].includes(ended.at)
    ? { ...ended, message: `${ended.message}; the next run gets a new GPU process` }
    : ended;

export function failureIn(answer: Result<RunnerFrame, RunnerFailure>): RunnerFailure | null {
  if (!answer.ok) return answer.error;
  if (answer.value.stage !== 'failed') return null;
  const { at, message, contender } = answer.value;
  return { at, message, contender };
}

export function endFailure(end: JobEnd, stderr: string): RunnerFailure {
  const lastWords = stderr.split('\n').at(-1)?.slice(0, 300) ?? '';
  if (end.kind === 'exited' && end.code === EXIT_NO_GPU) return failure('noGpu', lastWords);
  const how = end.kind === 'exited' ? `with code ${end.code}` : `(${end.kind})`;
  return failure('process', `the GPU process ended in the middle of a job ${how}${lastWords && `: ${lastWords}`}`);
}

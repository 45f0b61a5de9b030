/** A comparison as a task of the GPU process, and its result, whatever carried the two. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { RunnerDevice, RunnerFrame, RunnerLaunches, RunnerTask } from '../../src/contract/run-job.ts';
import type { ComparisonLedger } from './comparison-ledger.ts';
import { failure } from './run-failures.ts';
import type { ComparisonOrder, ComparisonResult, RunnerFailure } from './runner.ts';

/** Time for the first answer of a new process. */
export const DEVICE_TIMEOUT_MS = 20_000;
/** Time to load, check and warm up each launch; its samples come after that. */
const PREPARE_MS = 5_000;

export const comparisonTask = ({ method, maxSeconds }: ComparisonOrder, launches: RunnerLaunches): RunnerTask => ({
  ...{ kind: 'compare', method, maxSeconds, ...launches },
});

/** @param prepareMs time without the samples, for each launch and for the reference. */
export function comparisonTimeoutMs(
  { launches, reference, maxSeconds }: ComparisonOrder,
  prepareMs = PREPARE_MS,
): number {
  return (launches.length + (reference === null ? 0 : 1)) * prepareMs + maxSeconds * 1000;
}

/** @param last the last frame of the comparison; the ledger has heard all others. */
export function comparisonResult(
  device: RunnerDevice,
  last: RunnerFrame,
  ledger: ComparisonLedger,
): Result<ComparisonResult, RunnerFailure> {
  if (last.stage !== 'done') return err(outOfTurn(last.stage));
  const { eventOverheadNs, foreignProcesses } = last;
  const others = foreignProcesses === undefined ? {} : { foreignProcesses };
  return ok({ device, outcomes: ledger.outcomes(last), eventOverheadNs, ...others });
}

export const outOfTurn = (stage: RunnerFrame['stage']): RunnerFailure =>
  failure('protocol', `the GPU process answered with '${stage}'`);

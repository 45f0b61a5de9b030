/** One comparison of an array of jobs: what is sent for it, and what its job has answered. */
import { err, type Result } from '../../src/base/result.ts';
import type { RunnerFrame, RunnerTask } from '../../src/contract/run-job.ts';
import { ComparisonLedger } from '../runners/comparison-ledger.ts';
import {
  comparisonResult,
  comparisonTask,
  comparisonTimeoutMs,
  DEVICE_TIMEOUT_MS,
  outOfTurn,
} from '../runners/comparison-task.ts';
import { GpuAnswer } from '../runners/gpu-answer.ts';
import type { WrittenJob } from '../runners/job-order.ts';
import { failureIn } from '../runners/run-failures.ts';
import type { ComparisonOrder, ComparisonResult, RunFollower, RunnerFailure } from '../runners/runner.ts';
import type { ArrayTask } from './array-script.ts';

/** The whole answer is there when it is read: what a login printed before is no reason to give up. */
const ANY_NOISE = Number.POSITIVE_INFINITY;

export type Compared = Result<ComparisonResult, RunnerFailure>;

export interface Wanted {
  readonly order: ComparisonOrder;
  readonly follower: RunFollower;
  readonly settle: (result: Compared) => void;
  isSettled: boolean;
}

/** One comparison with the answers that it waits for. */
export interface SentComparison {
  readonly wanted: Wanted;
  readonly task: ArrayTask;
  readonly device: GpuAnswer;
  readonly compared: GpuAnswer;
  readonly ledger: ComparisonLedger;
}

export function sentOf(wanted: Wanted, { launches, pieces }: WrittenJob): SentComparison {
  const { order, follower } = wanted;
  const ledger = new ComparisonLedger(order.launches.length);
  const [asksDevice, asks]: RunnerTask[] = [{ kind: 'device' }, comparisonTask(order, launches)];
  const answer = (task: RunnerTask, timeoutMs: number, onFrame: (frame: RunnerFrame) => string | null): GpuAnswer =>
    new GpuAnswer({ task, timeoutMs, onFrame, onWaiting: () => {}, signal: follower.signal }, ANY_NOISE);
  const timeoutMs = comparisonTimeoutMs(order);
  const device = answer(asksDevice, DEVICE_TIMEOUT_MS, () => null);
  const compared = answer(asks, timeoutMs, frame => ledger.add(frame));
  const lines = [
    JSON.stringify({ ...asksDevice, nonce: device.nonce, timeoutMs: DEVICE_TIMEOUT_MS }),
    JSON.stringify({ ...asks, nonce: compared.nonce, timeoutMs }),
  ];
  const named = [...pieces].map(([name, bytes]) => ({ name, bytes: bytes.length }));
  return { wanted, device, compared, ledger, task: { pieces: named, lines } };
}

type Answered = Awaited<GpuAnswer['last']>;

export function resultOf([device, compared]: readonly [Answered, Answered], ledger: ComparisonLedger): Compared {
  if (!device.ok) return device;
  if (!compared.ok) return compared;
  const failed = failureIn(device) ?? failureIn(compared);
  if (failed !== null) return err(failed);
  const [known, done] = [device.value, compared.value];
  return known.stage === 'device' ? comparisonResult(known, done, ledger) : err(outOfTurn(known.stage));
}

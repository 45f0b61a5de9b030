/** One comparison of an array of jobs: what is sent for it, and what its job has answered. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { RunnerFrame, RunnerTask } from '../../src/contract/run-job.ts';
import { ComparisonLedger } from '../runners/comparison-ledger.ts';
import { GpuAnswer } from '../runners/gpu-answer.ts';
import type { WrittenJob } from '../runners/job-order.ts';
import { failure } from '../runners/run-failures.ts';
import type { ComparisonOrder, ComparisonResult, RunFollower, RunnerFailure } from '../runners/runner.ts';
import type { ArrayTask } from './array-script.ts';

const PREPARE_MS = 5_000;
const DEVICE_MS = 20_000;

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
  const { method, maxSeconds, reference } = wanted.order;
  const { signal } = wanted.follower;
  const ledger = new ComparisonLedger(wanted.order.launches.length);
  const prepared = wanted.order.launches.length + (reference === null ? 0 : 1);
  const [asksDevice, asks]: RunnerTask[] = [{ kind: 'device' }, { kind: 'compare', method, maxSeconds, ...launches }];
  const answer = (task: RunnerTask, timeoutMs: number, onFrame: (frame: RunnerFrame) => string | null): GpuAnswer =>
    new GpuAnswer({ task, timeoutMs, onFrame, onWaiting: () => {}, signal }, 1);
  const timeoutMs = prepared * PREPARE_MS + maxSeconds * 1000;
  const device = answer(asksDevice, DEVICE_MS, () => null);
  const compared = answer(asks, timeoutMs, frame => ledger.add(frame));
  const lines = [
    JSON.stringify({ ...asksDevice, nonce: device.nonce, timeoutMs: DEVICE_MS }),
    JSON.stringify({ ...asks, nonce: compared.nonce, timeoutMs }),
  ];
  const named = [...pieces].map(([name, bytes]) => ({ name, bytes: bytes.length }));
  return { wanted, device, compared, ledger, task: { pieces: named, lines } };
}

type Answered = Awaited<GpuAnswer['last']>;

export function resultOf([device, compared]: readonly [Answered, Answered], ledger: ComparisonLedger): Compared {
  if (!device.ok) return device;
  if (!compared.ok) return compared;
  const [known, done] = [device.value, compared.value];
  for (const frame of [known, done]) {
    if (frame.stage === 'failed') return err({ at: frame.at, message: frame.message, contender: frame.contender });
  }
  if (known.stage !== 'device' || done.stage !== 'done')
    return err(failure('protocol', `the GPU process answered with '${known.stage}' and '${done.stage}'`));
  const { eventOverheadNs, foreignProcesses } = done;
  const others = foreignProcesses === undefined ? {} : { foreignProcesses };
  return ok({ device: known, outcomes: ledger.outcomes(done), eventOverheadNs, ...others });
}

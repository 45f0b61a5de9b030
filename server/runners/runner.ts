/** The interface of everything that can run a comparison on a GPU. A caller does not know which engine does it. */
import type { Result } from '../../src/base/result.ts';
import type { RUN_FAILURE_STAGES } from '../../src/contract/run.ts';
import type { RunnerDevice, TimingMethod } from '../../src/contract/run-job.ts';
import type { MeasuredCeilings } from '../../src/trace/ceilings.ts';
import type { ContenderOutcome } from './comparison-ledger.ts';
import type { JobOrder } from './job-order.ts';

export interface ComparisonOrder extends JobOrder {
  readonly method: TimingMethod;
  /** For the samples of all launches together. */
  readonly maxSeconds: number;
  /** Others come beside it, and it may wait for them. Default: no. */
  readonly isOfMany?: boolean;
}

/** Before anything of it runs. */
export type WaitingProgress =
  | { readonly stage: 'queued'; readonly position: number }
  /** A connection to another machine is being made, or the GPU process is copied there. */
  | { readonly stage: 'connecting' }
  /** In the queue of a cluster. `ahead`: jobs before it, null if not known; `start`: when it may begin, as an ISO date. */
  | {
      readonly stage: 'pending';
      readonly ahead: number | null;
      readonly reason: string;
      readonly start: string | null;
    };

/** `contender` is the number of the launch. */
export type RunnerProgress =
  | WaitingProgress
  | { readonly stage: 'verifying'; readonly contender: number }
  | { readonly stage: 'right'; readonly contender: number }
  | {
      readonly stage: 'wrong';
      readonly contender: number;
      /** Number of the buffer. */
      readonly buffer: number;
      readonly wrong: number;
      readonly firstIndex: number;
    }
  | {
      readonly stage: 'samples';
      readonly contender: number;
      readonly ns: number[];
      readonly mhz: number[];
    };

export interface RunnerFailure {
  readonly at: (typeof RUN_FAILURE_STAGES)[number];
  /** One sentence for the user. */
  readonly message: string;
  /** The contender that was running. */
  readonly contender: number | null;
}

export interface ComparisonResult {
  readonly device: RunnerDevice;
  /** In the order of the launches. */
  readonly outcomes: readonly ContenderOutcome[];
  readonly eventOverheadNs: number;
  /** Processes of others on the same GPU meanwhile; absent if not known. */
  readonly foreignProcesses?: number;
}

export interface RunFollower {
  readonly onProgress: (progress: RunnerProgress) => void;
  readonly signal: AbortSignal;
}

export interface Runner {
  /** What the GPU is. */
  device(follower: RunFollower): Promise<Result<RunnerDevice, RunnerFailure>>;
  /** The most that the GPU can do. */
  ceilings(signal: AbortSignal): Promise<Result<MeasuredCeilings, RunnerFailure>>;
  /** One comparison at a time; others wait in the queue. Rejects only for a bug. */
  compare(order: ComparisonOrder, follower: RunFollower): Promise<Result<ComparisonResult, RunnerFailure>>;
}

/** Whatever can run a comparison for the command: a server that is running, or the server's parts in this process. */
import type { Result } from '../../src/base/result.ts';
import type { ApiError, MachineInfo } from '../../src/contract/api.ts';
import type { RunEvent, RunRequest } from '../../src/contract/run.ts';
import type { CeilingsRecord } from '../../src/trace/ceilings.ts';

export interface RunEventFollower {
  readonly onEvent: (event: RunEvent) => void;
  /** Cancels the run, which then ends with `failed` at `cancelled`. */
  readonly signal: AbortSignal;
}

export type LastEvent = Extract<RunEvent, { stage: 'done' | 'failed' }>;

export interface RunEngine {
  /** The name of the engine, for the user. */
  readonly title: string;
  /** As it is now: what a GPU elsewhere is becomes known when it is first used. */
  machine(): Promise<MachineInfo>;
  /** The error is one line that says why the request cannot be satisfied. */
  run(request: RunRequest, follower: RunEventFollower): Promise<Result<LastEvent, string>>;
  /** The ceilings of a place's GPU (default: the first place); null if no run has measured them. */
  ceilings(place: string | undefined): Promise<CeilingsRecord | null>;
  close(): Promise<void>;
}

export const apiErrorText = (error: ApiError): string =>
  error.code === 'badInput' ? `${error.field}: ${error.message}` : error.message;

export const CANCELLED: LastEvent = {
  ...{ stage: 'failed', at: 'cancelled', message: 'cancelled', variant: null, diagnostics: '' },
};

/** A child process that stays: bytes go in, and come out as they are written, until either side ends it. */
import type { Containment } from './containment.ts';
import { collect, type JobEnd, type ProcessOrder, startProcess } from './job.ts';

export interface ResidentOrder extends ProcessOrder {
  readonly onOutput: (bytes: Buffer) => void;
  /** Standard error as it comes; the end tells it again. Default: does nothing. */
  readonly onErrorOutput?: (bytes: Buffer) => void;
  /** One byte more on standard error ends the process. */
  readonly maxErrorBytes: number;
}

export interface Resident {
  /**
   * Resolves when the process's pipe has taken them. Never rejects: what the process no longer reads is lost, and `ended`
   * tells that it has ended.
   */
  write(bytes: string | Uint8Array): Promise<void>;
  /** No more will come, so a process that reads to the end ends by itself. */
  finish(): void;
  /** Ends the process and every process that it started. */
  stop(): void;
  readonly ended: Promise<{ readonly end: JobEnd; readonly stderr: string }>;
}

export function startResident(order: ResidentOrder, contain: Containment): Resident {
  const { child, stop, ended } = startProcess(order, contain, 'pipe');
  child.stdout?.on('data', order.onOutput);
  if (order.onErrorOutput) child.stderr?.on('data', order.onErrorOutput);
  // The process may end while something is being sent.
  child.stdin?.on('error', () => {});
  const stderr = collect(child, 'stderr', order.maxErrorBytes, stop);
  return {
    write: bytes =>
      new Promise(resolve => {
        // The callback comes in any case, with an error if the process is gone.
        if (child.stdin === null) resolve();
        else child.stdin.write(bytes, () => resolve());
      }),
    finish: () => void child.stdin?.end(),
    stop: () => stop({ kind: 'cancelled' }),
    ended: ended.then(end => ({ end, stderr: stderr() })),
  };
}

/** A child process that stays: lines go in, and bytes come out as they are written, until either side ends it. */
import type { Containment } from './containment.ts';
import { collect, type JobEnd, type ProcessOrder, startProcess } from './job.ts';

export interface ResidentOrder extends ProcessOrder {
  readonly onOutput: (bytes: Buffer) => void;
  /** One byte more on standard error ends the process. */
  readonly maxErrorBytes: number;
}

export interface Resident {
  /** A line that the process no longer reads is lost; `ended` tells that it has ended. */
  write(line: string): void;
  /** No more lines will come, so a process that reads lines ends by itself. */
  finish(): void;
  /** Ends the process and every process that it started. */
  stop(): void;
  readonly ended: Promise<{ readonly end: JobEnd; readonly stderr: string }>;
}

export function startResident(order: ResidentOrder, contain: Containment): Resident {
  const { child, stop, ended } = startProcess(order, contain, 'pipe');
  child.stdout?.on('data', order.onOutput);
  // The process may end while a line is being sent.
  child.stdin?.on('error', () => {});
  const stderr = collect(child, 'stderr', order.maxErrorBytes, stop);
  return {
    write: line => void child.stdin?.write(`${line}\n`),
    finish: () => void child.stdin?.end(),
    stop: () => stop({ kind: 'cancelled' }),
    ended: ended.then(end => ({ end, stderr: stderr() })),
  };
}

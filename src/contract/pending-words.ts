/** A job that waits in the queue of a cluster, for a person. */
import type { RunEvent } from './run.ts';

/** 'in the queue of the cluster, 3 jobs before it: no GPU is free; may start at 17:40'. */
export function pendingWords({ ahead, reason, start }: Extract<RunEvent, { stage: 'pending' }>): string {
  const place =
    ahead === null ? '' : `, ${ahead === 0 ? 'next in line' : `${ahead} ${ahead === 1 ? 'job' : 'jobs'} before it`}`;
  // Slurm writes the cluster's own time, without a zone.
  const when = start === null ? '' : `; may start at ${start.slice(11, 16)}`;
  return `in the queue of the cluster${place}: ${reason}${when}`;
}

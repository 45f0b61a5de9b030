/** The variants that can do a job, by the time that they are predicted to take where a tensor fills memory. */
import { type CopySpeed, H200, type PredictedTime, predictedTime } from '../../model/permute/time/bounds.ts';
import type { PermuteJob } from './job.ts';
import { movers } from './movers.ts';
import { type PermuteVariant, variants } from './variants.ts';

export interface MoveTime {
  readonly variant: PermuteVariant;
  readonly title: string;
  readonly time: PredictedTime;
}

/** Typed pads are somebody's own, and known-wrong variants have no time. */
const TIMED = variants.filter(variant => !('mustFail' in variant) && variant.id !== 'yours');

/** Variants whose time needs no layout of a block: a search for layouts takes milliseconds, and none of them is faster. */
const WITHOUT_LAYOUT: ReadonlySet<PermuteVariant> = new Set([
  'tile-v',
  'tile-bulk',
  'tile-odd',
  'tile-short',
  'rows-v',
  'rows-odd',
  'tile',
  'rows',
]);

/** The fastest first: that one is to be chosen. */
export const moveTimes = (job: PermuteJob, gpu: CopySpeed = H200): MoveTime[] => timesOf(job, TIMED, gpu);

/** The fastest of the variants that need no layout: in well under a millisecond. */
export const fastestMove = (job: PermuteJob, gpu: CopySpeed = H200): MoveTime =>
  timesOf(
    job,
    TIMED.filter(({ id }) => WITHOUT_LAYOUT.has(id)),
    gpu,
  )[0];

function timesOf(job: PermuteJob, timed: typeof TIMED, gpu: CopySpeed): MoveTime[] {
  const times = timed.flatMap(({ id, title }): MoveTime[] => {
    const mover = movers[id];
    const demand = mover.refusal(job) === null ? mover.demand(job) : null;
    return demand === null ? [] : [{ variant: id, title, time: predictedTime(demand, gpu) }];
  });
  return times.toSorted((a, b) => a.time.factor - b.time.factor);
}

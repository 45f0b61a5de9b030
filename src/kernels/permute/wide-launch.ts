/** A launch of a mover with wide accesses as its exported code needs it. */
import { assert } from '../../base/assert.ts';
import type { WideLaunch } from '../../model/permute/code/wide-kernel.ts';
import { H200, timeFactor } from '../../model/permute/time/bounds.ts';
import { jobOf, type PermuteJob } from './job.ts';
import { movers } from './movers.ts';
import { RUN_TIME } from './params.ts';
import { WIDE_VARIANTS } from './variants.ts';

export const isWide = (variant: string): variant is WideLaunch['variant'] => WIDE_VARIANTS.some(id => id === variant);

/** The one that is predicted to be fastest; null where nothing changes place. */
export function fastestWide(job: PermuteJob): WideLaunch['variant'] | null {
  const able = WIDE_VARIANTS.filter(variant => movers[variant].refusal(job) === null);
  const factorOf = (variant: WideLaunch['variant']): number => timeFactor(movers[variant].demand(job)!, H200);
  return able.toSorted((a, b) => factorOf(a) - factorOf(b)).at(0) ?? null;
}

/** The mover of `variant` can do the job. */
export function wideLaunch(job: PermuteJob, variant: WideLaunch['variant']): WideLaunch {
  const asArgument = jobOf({ ...job.params, binding: RUN_TIME });
  const { grid, block, dynamicSharedBytes = 0, params } = movers[variant].launch(asArgument);
  const numbers = params.at(-1);
  assert(numbers?.kind === 'struct', 'the last argument is a struct');
  const words = numbers.fields.map(field => {
    assert(field.kind === 'scalar', 'of words');
    return Number(field.value);
  });
  return { variant, request: job.request, ctas: grid[0], threads: block[0], sharedBytes: dynamicSharedBytes, words };
}

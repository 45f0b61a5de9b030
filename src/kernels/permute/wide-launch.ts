/** A launch of a mover with wide accesses as its exported code needs it. */
import { assert } from '../../base/assert.ts';
import type { WideLaunch } from '../../model/permute/code/wide-kernel.ts';
import type { PermuteJob } from './job.ts';
import { movers } from './movers.ts';

export const isWide = (variant: string): variant is WideLaunch['variant'] =>
  variant === 'tile-v' || variant === 'rows-v';

/** The mover of `variant` can do the job. */
export function wideLaunch(job: PermuteJob, variant: WideLaunch['variant']): WideLaunch {
  const { grid, block, dynamicSharedBytes = 0, params } = movers[variant].launch(job);
  const numbers = params.at(-1);
  assert(numbers?.kind === 'struct', 'the last argument is a struct');
  const words = numbers.fields.map(field => {
    assert(field.kind === 'scalar', 'of words');
    return Number(field.value);
  });
  return { variant, request: job.request, ctas: grid[0], threads: block[0], sharedBytes: dynamicSharedBytes, words };
}

/** A way to move a tensor: what a variant of the kernel is, apart from its name. */

import type { Demand } from '../../model/permute/time/bounds.ts';
import type { Launch } from '../../trace/launch.ts';
import type { BuildSpec, Prediction } from '../kernel.ts';
import type { PermuteJob } from './job.ts';

export interface Mover {
  /**
   * One sentence that says why it cannot do the job; null if it can. For a refused job only the build is used, for its
   * source.
   */
  refusal(job: PermuteJob): string | null;
  build(job: PermuteJob): BuildSpec;
  launch(job: PermuteJob): Launch;
  predict(job: PermuteJob, cta: number): Prediction;
  /** What bounds its time; null where that is not known. */
  demand(job: PermuteJob): Demand | null;
}

/** A build that the size of an element decides alone. */
export const elementBuild =
  (source: string) =>
  ({ request }: PermuteJob): BuildSpec => ({
    source,
    entry: 'permute',
    defines: { ELEMENT_BYTES: request.elementBytes },
  });

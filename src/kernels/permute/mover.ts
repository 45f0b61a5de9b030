/** A way to move a tensor: what a variant of the kernel is, apart from its name. */
import type { Launch } from '../../trace/launch.ts';
import type { BuildSpec, Prediction } from '../kernel.ts';
import type { PermuteJob } from './job.ts';

export interface Mover {
  /** Why it cannot do the job, in a sentence; null where it can. Of other jobs only the build is asked, for its source. */
  refusal(job: PermuteJob): string | null;
  build(job: PermuteJob): BuildSpec;
  launch(job: PermuteJob): Launch;
  predict(job: PermuteJob, cta: number): Prediction;
}

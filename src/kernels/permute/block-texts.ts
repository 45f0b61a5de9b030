/** Pads and axes are texts about the modes of one block: where another tensor gives the block other modes, they say nothing. */
import { modeNames } from '../../model/permute/mode-names.ts';
import type { Params } from '../kernel.ts';
import { jobOf, type PermuteJob } from './job.ts';
import { schema } from './params.ts';

/** The patch, and the texts that it makes void. */
export function withoutVoidTexts(job: PermuteJob, patch: Params): Params {
  const asked = schema.check({ ...job.params, ...patch });
  if (!asked.ok || namesIn(jobOf(asked.value)) === namesIn(job)) return patch;
  return { ...patch, pads: '', axes: '' };
}

const namesIn = ({ plan }: PermuteJob): string => modeNames(plan).join();

/** What the exhibit calls the shared accesses of the sum, and which warps take part in each. */
import { warpsIn } from '../cta-trace.ts';
import { type ReductionAccess, sumAccesses } from './schedule.ts';
import type { ReductionVariant } from './variants.ts';

/** Accesses of one side, in program order. */
export const stepsOf = (variant: ReductionVariant, threads: number, side: ReductionAccess['kind']) =>
  sumAccesses(variant, threads)
    .filter(({ kind }) => kind === side)
    .map(access => ({ ...nameOf(access), warps: warpsIn(threads, access.wordOf) }));

/** '4' or '4 left' in a row of the picture, 'stride 4' in a sentence. */
function nameOf({ stride, part }: ReductionAccess): { readonly label: string; readonly name: string } {
  if (stride === null) return { label: part, name: part };
  const label = part === '' ? `${stride}` : `${stride} ${part}`;
  return { label, name: `stride ${label}` };
}

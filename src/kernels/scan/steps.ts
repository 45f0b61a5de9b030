/** What the exhibit calls the shared accesses of the scan, and which warps take part in each. */
import { warpsIn } from '../cta-trace.ts';
import { threadsOf } from './geometry.ts';
import { inSinglePass } from './model.ts';
import type { ScanParams } from './params.ts';
import { type ScanAccess, sumAccesses } from './schedule.ts';
import { isSinglePass, type ScanVariant } from './variants.ts';

/**
 * Accesses of one side, in program order, for a whole section; a ragged section leaves out warps at the end. Of the single pass: those
 * of the first CTA, which has as many tiles as any.
 */
export function stepsOf(variant: ScanVariant, p: ScanParams, side: ScanAccess['kind']) {
  const threads = threadsOf(variant, p);
  if (isSinglePass(variant))
    return inSinglePass(variant, p, 0)
      .filter(({ space, kind }) => space === 'shared' && kind === side)
      .map(({ label, name, addressOf }) => ({ label, name, warps: warpsIn(threads, addressOf) }));
  return sumAccesses(variant, p, p.section)
    .filter(({ kind }) => kind === side)
    .map(access => ({ ...nameOf(access), warps: warpsIn(threads, access.sumOf) }));
}

/** '↑4 L' in a row of the picture, 'up, stride 4, left' in a sentence. */
function nameOf({ step, part }: ScanAccess): { readonly label: string; readonly name: string } {
  if (step === null) return { label: part, name: part };
  const { way, stride } = step;
  if (way === 'doubling') return { label: `${stride}`, name: `distance ${stride}` };
  const arrow = way === 'up' ? '↑' : '↓';
  return { label: `${arrow}${stride} ${part[0].toUpperCase()}`, name: `${way}, stride ${stride}, ${part}` };
}

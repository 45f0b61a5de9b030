/** Which CTAs run, where none is in a cluster. */
import type { Dim3 } from '../../trace/launch.ts';
import type { CtaOrder } from '../machine/grid-setup.ts';
import { LaunchRefusal } from './launch-error.ts';

/** The chosen CTAs, or all of the grid. */
export function chosenCtas([x, y, z]: Dim3, ctas: readonly number[] | undefined): CtaOrder {
  const count = x * y * z;
  const wrong = ctas?.find(cta => !Number.isSafeInteger(cta) || cta < 0 || cta >= count);
  if (wrong !== undefined) throw new LaunchRefusal(`no CTA ${wrong} in a grid of ${count}`, 'ctas');
  return ctas ? { count: ctas.length, numberAt: i => ctas[i] } : { count, numberAt: i => i };
}

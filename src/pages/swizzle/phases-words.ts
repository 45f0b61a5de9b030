/** Words about the costs of an access's phases, before and after. */
import type { Result } from '../../base/result.ts';
import type { AccessCost } from '../../model/swizzle/access-cost.ts';
import type { SwizzleSide } from './pattern-names.ts';
import type { CountedAccess } from './tile-of-state.ts';

/** 'Before: 4 phases of 8 wavefronts each; After: 4 phases of 1 wavefront each.' */
export function phasesWords(
  { before, after }: Pick<CountedAccess, 'before' | 'after'>,
  names: Readonly<Record<SwizzleSide, string>>,
): string {
  return `${names.before}: ${costWords(before)}; ${names.after}: ${costWords(after)}.`;
}

const LISTED = 4;

function costWords(cost: Result<AccessCost, string>): string {
  if (!cost.ok) return `none, since ${cost.error}`;
  const phases = cost.value.requests.flatMap(request =>
    request.cost.phases.map(({ wavefronts }) => wavefronts).filter(wavefronts => wavefronts > 0),
  );
  const worst = Math.max(...phases);
  if (phases.length === 1) return `one phase of ${worst} ${worst === 1 ? 'wavefront' : 'wavefronts'}`;
  if (phases.every(wavefronts => wavefronts === worst))
    return `${phases.length} phases of ${worst} ${worst === 1 ? 'wavefront' : 'wavefronts'} each`;
  return phases.length <= LISTED
    ? `phases of ${phases.join(', ')} wavefronts`
    : `${phases.length} phases of at most ${worst} wavefronts`;
}

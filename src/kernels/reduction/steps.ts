/** What the exhibit calls the steps of the sum, and a CTA's requests put in their order. */
import { costOfAccess } from '../../model/banks/wavefronts.ts';
import { type Access, type AccessTrace, accessAt } from '../../trace/access-trace.ts';
import { type SumAccess, sumAccesses } from './schedule.ts';
import type { Variant } from './variants.ts';

type Side = SumAccess['kind'];

interface StepName {
  /** '4', 'input', '4 left': in a row of its picture. */
  readonly label: string;
  /** 'stride 4': in a sentence. */
  readonly name: string;
}

/** Of each access on one side, in program order. */
export function stepNames(variant: Variant, threads: number, side: Side): readonly StepName[] {
  return sumAccesses(variant, threads)
    .filter(({ kind }) => kind === side)
    .map(({ stride, part }) => {
      if (stride === null) return { label: part, name: part };
      const label = part === '' ? `${stride}` : `${stride} ${part}`;
      return { label, name: `stride ${label}` };
    });
}

interface StepRequests extends StepName {
  readonly requests: readonly { readonly access: Access; readonly cost: ReturnType<typeof costOfAccess> }[];
}

/** A warp that has left does not come back, so its k-th request on a side belongs to the k-th step. */
export function stepsOf(trace: AccessTrace, names: readonly StepName[], side: Side): readonly StepRequests[] {
  const steps: (StepName & { requests: StepRequests['requests'][number][] })[] = [];
  const seen = new Map<number, number>();
  for (let row = 0; row < trace.rows; row++) {
    const access = accessAt(trace, row);
    if (access.space !== 'shared' || access.kind !== side) continue;
    const at = seen.get(access.warp) ?? 0;
    seen.set(access.warp, at + 1);
    const { label, name } = names[at] ?? { label: '', name: `access ${at}` };
    steps[at] ??= { label, name, requests: [] };
    steps[at].requests.push({ access, cost: costOfAccess(access) });
  }
  return steps;
}

/** The layout of a variant's block, as the planner costs it: what the page draws and lists. */
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import { layoutOf } from '../../model/permute/plan.ts';
import { type PermuteJob, perJob } from './job.ts';
import { typedPlaces } from './places.ts';
import { type PermuteVariant, STRATEGY_OF } from './variants.ts';

/** The plan's strategy for each variant. A known-wrong variant has the layout that its author meant. */
const STRATEGIES: Readonly<Partial<Record<PermuteVariant, string>>> = {
  ...STRATEGY_OF,
  'pad-not-used': STRATEGY_OF['odd-row'],
  'missing-barrier': STRATEGY_OF.none,
};

/** Null for the variants that move no block of the plan, and where the strategy has no layout. */
export function layoutFor(variant: PermuteVariant, job: PermuteJob): BlockLayout | null {
  if (variant === 'yours') return typedLayout(job);
  const strategy = STRATEGIES[variant];
  return job.plan.layouts.find(layout => layout.strategy === strategy) ?? null;
}

const typedLayout = perJob((job): BlockLayout | null => {
  const places = typedPlaces(job);
  if (!places.ok) return null;
  const proposal = { ...places.value.placement, exchange: null, why: 'The pads that you typed.', proved: false };
  return layoutOf({ name: 'yours', propose: () => proposal }, job.plan.move);
});

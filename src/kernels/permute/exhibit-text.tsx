/** The permutation's words. */

import type { BlockLayout } from '../../model/permute/block-layout.ts';
import { dimNames } from '../../model/permute/mode-names.ts';
import type { Subject } from '../../panels/exhibit.ts';
import type { VariantView } from '../../panels/variant-view.ts';
import { jobOf, type PermuteJob } from './job.ts';
import { layoutFor } from './layouts.ts';
import { schema } from './params.ts';
import { type PermuteVariant, STRATEGY_OF, variants } from './variants.ts';

const jobIn = ({ params }: Pick<Subject, 'params'>): PermuteJob => jobOf(schema.parse(params));

/** 'Permute 8 × 2 × 8 × 8: A B C D to B C A D'. */
export function title(_: readonly VariantView[], subject: Subject): string {
  const { request, plan } = jobIn(subject);
  const names = dimNames(plan);
  const order = plan.canonical.perm.map(dim => names[dim]).join(' ');
  const shape = request.shape.join(' × ') || 'one element';
  return plan.isCopy ? `Copy ${shape}` : `Permute ${shape}: ${names.join(' ')} to ${order}`;
}

export const lede = (_: readonly VariantView[], subject: Subject): string => inTitles(jobIn(subject).plan.why);

const TITLES: ReadonlyMap<string, string> = new Map(
  variants.flatMap(({ id, title }) =>
    id in STRATEGY_OF ? [[STRATEGY_OF[id as keyof typeof STRATEGY_OF], title]] : [],
  ),
);

export const variantTitle = (id: string): string => variants.find(variant => variant.id === id)?.title ?? id;

/** Title of one of the plan's strategies. */
export const titleOf = (strategy: string): string => TITLES.get(strategy) ?? strategy;

/** The planner's strategies in quotes, as the page calls them. */
export const inTitles = (text: string): string => text.replace(/'([^']+)'/g, (all, name) => TITLES.get(name) ?? all);

export function changedText(variant: string, job: PermuteJob): string {
  const layout = layoutFor(variant as PermuteVariant, job);
  return layout === null ? '' : layoutText(layout);
}

function layoutText({ strides, xor, table, exchange }: BlockLayout): string {
  if (exchange !== null)
    return `${exchange.shuffles} shuffle${exchange.shuffles === 1 ? '' : 's'} for ${exchange.lines} lines`;
  if (table !== null) return 'by table';
  if (xor.length > 0) return `${xor.length} bank ${xor.length === 1 ? 'bit' : 'bits'} XORed`;
  return strides.length === 0 ? 'one element' : `strides ${strides.join(', ')}`;
}

/** A thread comes back to the block until it is moved; with vectors every element of one is a request. */
export function requestName(_: VariantView, subject: Subject): string {
  const { vectors } = jobIn(subject).plan;
  const vector = vectors[subject.side];
  if (vector === 1) return `pass ${subject.request}`;
  return `pass ${Math.floor(subject.request / vector)} #${subject.request % vector}`;
}

/** The reduction on the page: its words, and the shared pictures arranged per variant. */
import { count } from '../../base/numbers.ts';
import { accessLede, laneCount } from '../../panels/access-lede.ts';
import type { Exhibit, Subject } from '../../panels/exhibit.ts';
import { stepName } from '../../panels/step-pictures.tsx';
import type { VariantView } from '../../panels/variant-view.ts';
import { changed, figures, Stage, stepsFor } from './exhibit-stage.tsx';
import { ctasOf } from './geometry.ts';
import { schema } from './params.ts';
import type { ReductionVariant } from './variants.ts';

const nameOf = ({ id }: VariantView, subject: Subject): string => stepName(stepsFor(id, subject), subject);

function lede(views: readonly VariantView[], subject: Subject): string {
  const { side, warp } = subject;
  const does = side === 'load' ? 'loads the sums that it adds' : 'stores its sums';
  return accessLede(views, { warp, does }, (view, access) => `${nameOf(view, subject)}, ${laneCount(access)}`);
}

export { kernel } from './index.ts';

export const exhibit: Exhibit = {
  Stage,
  figures,
  defaultVariants: ['interleaved-strided', 'sequential'],
  sideNames: { store: 'Store sum', load: 'Load sum' },
  definition:
    'A wavefront is one pass over the 32 banks. A warp costs an issue for its instruction however few of its lanes are active.',
  title: (_, { params }) => `Sum ${count(Number(params.elements))} elements, ${params.threads} threads to a CTA`,
  lede,
  changed,
  requestName: nameOf,
  output: (variant, params) => ({
    buffer: 'out',
    rows: 1,
    columns: ctasOf(variant as ReductionVariant, schema.parse(params)),
    elementBytes: 4,
  }),
};

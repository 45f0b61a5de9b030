/** The reduction on the page: its words, and the shared pictures arranged per variant. */
import type { Exhibit, Subject } from '../../panels/exhibit.ts';
import { requestText, stepName } from '../../panels/step-pictures.tsx';
import type { VariantView } from '../../panels/variant-view.ts';
import { changed, figures, Stage, stepsFor } from './exhibit-stage.tsx';
import { ctasOf } from './geometry.ts';
import { schema } from './params.ts';
import type { ReductionVariant } from './variants.ts';

const nameOf = ({ id }: VariantView, subject: Subject): string => stepName(stepsFor(id, subject), subject);

function lede(views: readonly VariantView[], subject: Subject): string {
  const { side, warp } = subject;
  const told = views.map(view => `${view.badge}, ${requestText(view, nameOf(view, subject))}`).join('; ');
  return `Warp ${warp} ${side === 'load' ? 'loads the sums that it adds' : 'stores its sums'}. Predicted: ${told}.`;
}

export { kernel } from './index.ts';

export const exhibit: Exhibit = {
  Stage,
  figures,
  defaultVariants: ['interleaved-strided', 'sequential'],
  sideNames: { store: 'Store sum', load: 'Load sum' },
  definition:
    'A wavefront is one pass over the 32 banks. A warp costs an issue for its instruction however few of its lanes are active.',
  title: (_, { params }) => `Sum ${params.elements} elements, ${params.threads} threads to a CTA`,
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

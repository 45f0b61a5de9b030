/** The scan on the page: its words, and the shared pictures arranged per variant. */

import { count } from '../../base/numbers.ts';
import { accessLede, laneCount } from '../../panels/access-lede.ts';
import type { Exhibit, Subject } from '../../panels/exhibit.ts';
import { stepName } from '../../panels/step-pictures.tsx';
import type { VariantView } from '../../panels/variant-view.ts';
import { changed, figures, Stage, stepsFor } from './exhibit-stage.tsx';
import { ELEMENT_BYTES } from './geometry.ts';
import { isSinglePass, type ScanVariant } from './variants.ts';

export { kernel } from './index.ts';

const requestName = (id: string, subject: Subject): string => stepName(stepsFor(id, subject), subject);

function lede(views: readonly VariantView[], subject: Subject): string {
  const { side, warp } = subject;
  const does = side === 'load' ? 'loads sums to add' : 'stores its sums';
  return accessLede(views, { warp, does }, ({ id }, access) => `${requestName(id, subject)}, ${laneCount(access)}`);
}

/** The single pass has tiles, and no sections. */
function title(views: readonly VariantView[], { params }: Subject): string {
  const passes = views.map(({ id }) => isSinglePass(id as ScanVariant));
  const parts = [
    ...(passes.includes(false) ? [`in sections of ${params.section}`] : []),
    ...(passes.includes(true) ? [`in one pass over tiles of ${count(Number(params.tile))}`] : []),
  ];
  return `Scan ${count(Number(params.elements))} elements ${parts.join(', or ')}`;
}

/** The smallest section: none begins or ends within a row. */
const OUTPUT_COLUMNS = 64;

/** In the tree, words 2 · stride apart lie in every gcd(2 · stride, 32)-th bank. */
const closedForm = ({ id }: VariantView, subject: Subject): string =>
  id === 'blelloch' && requestName(id, subject).includes('stride') ? 'lanes · gcd(2 · stride, 32) / 32' : '';

export const exhibit: Exhibit = {
  Stage,
  figures,
  defaultVariants: ['blelloch', 'blelloch-padded'],
  sideNames: { store: 'Store sum', load: 'Load sum' },
  definition:
    'A wavefront is one pass over the 32 banks. Words a power of two apart share banks: at stride s of the tree, 2 s words lie between neighbouring lanes.',
  title,
  lede,
  changed,
  requestName: (view, subject) => requestName(view.id, subject),
  closedForm,
  output: (_, { elements }) => ({
    buffer: 'out',
    rows: Math.ceil(Number(elements) / OUTPUT_COLUMNS),
    columns: OUTPUT_COLUMNS,
    elementBytes: ELEMENT_BYTES,
  }),
};

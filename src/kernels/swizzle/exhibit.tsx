/** The swizzled tile on the page: its words, and the shared pictures arranged per variant. */

import { accessLede } from '../../panels/access-lede.ts';
import type { Exhibit, Subject } from '../../panels/exhibit.ts';
import { tileFigures } from '../../panels/tile-figures.ts';
import type { VariantView } from '../../panels/variant-view.ts';
import { changed, Stage } from './exhibit-stage.tsx';
import { schema } from './params.ts';
import { outputShape, requestNameOf, tileWords } from './request-names.ts';
import type { SwizzleVariant } from './variants.ts';

export { kernel } from './index.ts';

const requestName = ({ id }: VariantView, subject: Subject): string =>
  requestNameOf(id as SwizzleVariant, schema.parse(subject.params), subject);

export const exhibit: Exhibit = {
  Stage,
  figures: tileFigures,
  defaultVariants: ['column-read', 'ldmatrix-read'],
  sideNames: { store: 'Fill', load: 'Read' },
  definition:
    'A pattern XORs the number of each 16-byte chunk in its line of 128 bytes with that of the line. Chunks of a column then lie in different banks; what is within a chunk stays together.',
  title: (_, { params }) => `A tile in shared memory: ${tileWords(schema.parse(params))}`,
  lede: (views, subject) => accessLede(views, subject, view => requestName(view, subject)),
  changed: (view, { params }) => changed(view, params),
  requestName,
  output: (variant, params) => ({ buffer: 'out', ...outputShape(variant as SwizzleVariant, schema.parse(params)) }),
};

/** The ladder of attention on the page: its words, and the shared pictures. */

import { accessLede } from '../../panels/access-lede.ts';
import type { Exhibit, Subject } from '../../panels/exhibit.ts';
import type { VariantView } from '../../panels/variant-view.ts';
import type { Access } from '../../trace/access-trace.ts';
import { atAccess, changed, figures, Stage } from './exhibit-stage.tsx';
import { headsOf, schema } from './params.ts';
import { pipelineAt } from './pipelines.ts';
import { requestName } from './request-names.ts';
import type { AttentionVariant } from './variants.ts';

export { kernel } from './index.ts';

const nameOf = ({ id }: VariantView, { params }: Subject, access: Access | null): string =>
  requestName(id as AttentionVariant, schema.parse(params), access);

export const exhibit: Exhibit = {
  Stage,
  figures,
  defaultVariants: ['a1-unswizzled', 'a1-tiled'],
  playsOn: true,
  sideNames: { store: 'Fill', load: 'Read' },
  definition:
    'Tiles of Q, K and V lie in slabs of 64 columns, 128 bytes to a row. The swizzle puts 8 rows’ equal chunks into 8 different groups of banks, so that a matrix of 8 rows is read at one go.',
  title: (_, { params }) => {
    const { queries, keys, headDim } = schema.parse(params);
    return `Attention of ${queries} queries to ${keys} keys, heads of ${headDim}`;
  },
  lede: (views, subject) => accessLede(views, subject, (view, access) => nameOf(view, subject, access)),
  changed: (view, { params }) => changed(view, params),
  requestName: nameOf,
  atAccess,
  pipeline: (variant, params) => pipelineAt(variant as AttentionVariant, schema.parse(params)),
  output: (_, params) => {
    const p = schema.parse(params);
    return { buffer: 'o', rows: headsOf(p) * p.queries, columns: p.headDim, elementBytes: 2 };
  },
};

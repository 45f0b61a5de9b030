/** The bank probe on the page: its words, and the shared pictures arranged per variant. */
import { LANES } from '../../base/hardware.ts';
import { accessLede } from '../../panels/access-lede.ts';
import type { Exhibit, Subject } from '../../panels/exhibit.ts';
import { tileFigures } from '../../panels/tile-figures.ts';
import { TileStage } from '../../panels/tile-stage.tsx';
import type { VariantView } from '../../panels/variant-view.ts';
import { Rail } from './exhibit-rail.tsx';
import { accessBytes, isMatrix, wordsOf } from './job.ts';
import { schema } from './params.ts';
import { requestNameOf } from './request-names.ts';
import type { ProbeVariant } from './variants.ts';

export { kernel } from './index.ts';

const requestName = ({ id }: VariantView, subject: Subject): string =>
  requestNameOf(id as ProbeVariant, schema.parse(subject.params), subject);

function changed({ id }: VariantView, { params }: Subject): string {
  const variant = id as ProbeVariant;
  const p = schema.parse(params);
  return isMatrix(variant) ? `x${p.matrices}, rows of 16 B` : `${accessBytes(variant, p)} B a lane`;
}

export const exhibit: Exhibit = {
  Stage: stage => <TileStage stage={stage} changed={changed} />,
  figures: tileFigures,
  changed,
  Rail,
  defaultVariants: ['load'],
  sideNames: { store: 'Store', load: 'Load' },
  countedOtherwise:
    'Lanes that agree with their neighbours in all 8 or 16 bytes share wavefronts; the model leaves that out.',
  definition:
    'A wavefront is one pass over the 32 banks. Lanes are served in phases: 32 of 4 bytes, 16 of 8, 8 of 16 or 8 matrix rows at a time.',
  title: (_, { params }) => `Banks under the table ${schema.parse(params).table}`,
  lede: (views, subject) => accessLede(views, subject, view => requestName(view, subject)),
  requestName,
  output(variant, params) {
    const p = schema.parse(params);
    const words = wordsOf(variant as ProbeVariant, p);
    return { buffer: 'out', rows: words * p.warps, columns: LANES, elementBytes: 4 };
  },
};

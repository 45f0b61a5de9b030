/** The copied box on the page: its words, and the shared pictures arranged per variant. */
import { LINE_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { accessLede } from '../../panels/access-lede.ts';
import type { Exhibit, Subject } from '../../panels/exhibit.ts';
import { tileFigures } from '../../panels/tile-figures.ts';
import { TileStage } from '../../panels/tile-stage.tsx';
import type { VariantView } from '../../panels/variant-view.ts';
import { boxCopyOf } from './box.ts';
import { outputOf, tensorBytes, windowBytes } from './launch.ts';
import { schema } from './params.ts';
import { copyWords, firstOfEngine, requestNameOf } from './request-names.ts';

export { kernel } from './index.ts';

const requestName = (_: VariantView, subject: Subject): string => requestNameOf(schema.parse(subject.params), subject);

const changed = ({ id }: Pick<VariantView, 'id'>): string =>
  id === 'in-order' ? 'coordinates fastest first' : 'coordinates slowest first';

export const exhibit: Exhibit = {
  Stage: stage => <TileStage stage={stage} changed={changed} />,
  figures: tileFigures,
  changed,
  defaultVariants: ['in-order'],
  defaultSide: 'store',
  defaultRequest: params => firstOfEngine(schema.parse(params)),
  sideNames: { store: 'Fill', load: 'Dump' },
  definition:
    'The engine copies a box row by row: dimension 0 along a row, dimension 1 from row to row. Within each line of 128 bytes, the mode moves chunks of 16 bytes.',
  title: (_, { params }) => copyWords(schema.parse(params)),
  lede: (views, subject) => accessLede(views, subject, view => requestName(view, subject)),
  requestName,
  output: (_, params) => {
    const copy = boxCopyOf(schema.parse(params));
    const bytes = copy.direction === 'load' ? windowBytes(copy) : tensorBytes(copy);
    const rows = Math.ceil(bytes / LINE_BYTES);
    return { buffer: outputOf(copy), rows, columns: LINE_BYTES / WORD_BYTES, elementBytes: WORD_BYTES };
  },
};

/** The transpose on the page: its words, and the shared pictures arranged per variant. */
import type { Exhibit, Subject } from '../../panels/exhibit.ts';
import { tileFigures } from '../../panels/tile-records.ts';
import type { VariantView } from '../../panels/variant-view.ts';
import { LANES } from '../../trace/access-trace.ts';
import { changed, Stage } from './exhibit-stage.tsx';
import { lineOf } from './lines.ts';
import { schema } from './params.ts';
import { sweepByPad } from './sweep.ts';

const usesShared = (views: readonly VariantView[]): boolean => views.some(view => view.tile !== null);

function title(views: readonly VariantView[], { params }: Subject): string {
  if (!usesShared(views)) return `Transpose a ${params.rows} × ${params.columns} matrix without shared memory`;
  return `Transpose a ${params.tile} × ${params.tile} tile through shared memory`;
}

function lede(views: readonly VariantView[], subject: Subject): string {
  const { side, warp } = subject;
  if (!usesShared(views))
    return 'Each warp reads a row side by side, but its lanes write a whole row of the output apart.';
  const line = lineText(subject);
  const does =
    side === 'store'
      ? `Warp ${warp} stores ${line}: its lanes write side by side.`
      : `Warp ${warp} loads ${line}, one row per lane.`;
  const costs = views.filter(view => view.predicted.cost !== null);
  const told = costs.map(view => `${view.badge} ${view.predicted.cost?.wavefronts}`).join(', ');
  return told === '' ? does : `${does} Wavefronts predicted: ${told}.`;
}

/** 'column 5', 'rows 32 to 63 of column 20'. */
function lineText({ params, side, ...place }: Subject): string {
  const tile = schema.parse(params);
  const { index, first } = lineOf(tile, place);
  const [line, across] = side === 'store' ? ['row', 'columns'] : ['column', 'rows'];
  const part = tile.tile === LANES ? '' : `${across} ${first} to ${first + LANES - 1} of `;
  return `${part}${line} ${index}`;
}

function closedForm({ tile }: VariantView, { side }: Subject): string {
  if (!tile || side === 'store' || tile.swizzle.kind === 'xor' || tile.elementBytes !== 4) return '';
  return 'gcd(pitch, 32)';
}

export { kernel } from './index.ts';

export const exhibit: Exhibit = {
  Stage,
  figures: tileFigures,
  defaultVariants: ['tiled', 'padded'],
  sideNames: { store: 'Store row', load: 'Load column' },
  definition:
    'A wavefront is one pass over the 32 banks. 32 lanes with 4 B each need one at best; lanes that want different words of one bank wait for the next.',
  title,
  lede,
  changed,
  requestName: (_, { request }) => String(request),
  closedForm,
  output: (_, { rows, columns, elementBytes }) => ({
    buffer: 'out',
    rows: Number(columns),
    columns: Number(rows),
    elementBytes: Number(elementBytes),
  }),
  sweep: { param: 'pad', unit: 'elements', points: sweepByPad },
};

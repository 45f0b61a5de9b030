/** The transpose on the page: its words, and the shared pictures arranged per variant. */
import { assert } from '../../base/assert.ts';
import { listed } from '../../base/numbers.ts';
import type { Exhibit, Subject } from '../../panels/exhibit.ts';
import type { VariantView } from '../../panels/variant-view.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { changed, Stage } from './exhibit-stage.tsx';
import { placeOf } from './lines.ts';
import { sweepByPad } from './sweep.ts';

const usesShared = (views: readonly VariantView[]): boolean => views.some(view => view.tile !== null);

function title(views: readonly VariantView[], { params }: Subject): string {
  if (!usesShared(views)) return `Transpose a ${params.rows} × ${params.columns} matrix without shared memory`;
  return `Transpose a ${params.tile} × ${params.tile} tile through shared memory`;
}

function lede(views: readonly VariantView[], { side, warp }: Subject): string {
  if (!usesShared(views))
    return 'Each warp reads a row side by side, but its lanes write a whole row of the output apart.';
  const costs = views.filter(view => view.predicted.cost !== null);
  if (costs.length === 0) return `Warp ${warp} has nothing to ${side} here.`;
  const where = costs.length < views.length ? ` in ${listed(costs.map(({ badge }) => badge))}` : '';
  return doing(costs[0], side, warp, where);
}

/** 'Warp 0 loads column 0 in B, one row per lane.' `where`: ' in B', where others keep no tile. */
function doing({ tile, predicted: { access } }: VariantView, side: AccessSide, warp: number, where: string): string {
  assert(tile !== null && access !== null, 'a cost is that of an access to a tile');
  const isWide = access.widthBytes > tile.elementBytes;
  const lanes = isWide ? `${access.widthBytes} bytes a lane` : 'one row per lane';
  const how = side === 'store' ? ': its lanes write side by side' : `, ${lanes}`;
  return `Warp ${warp} ${side}s ${placeOf(tile, access)}${where}${how}.`;
}

function closedForm({ tile }: VariantView, { side }: Subject): string {
  if (!tile || side === 'store' || tile.swizzle.kind === 'xor' || tile.elementBytes !== 4) return '';
  return 'gcd(pitch, 32)';
}

export { kernel } from './index.ts';

export const exhibit: Exhibit = {
  Stage,
  // A file is saved by few; the page that most links lead to need not wait for it.
  figures: async (...asked) => (await import('../../panels/tile-figures.ts')).tileFigures(...asked),
  defaultVariants: ['tiled', 'padded'],
  perVariant: 'pad',
  sideNames: { store: 'Store row', load: 'Load column' },
  definition:
    'A wavefront is one pass over the 32 banks. 32 lanes with 4 B each need one at best; lanes that want different words of one bank wait for the next.',
  title,
  lede,
  changed: (view, { params }) => changed(view, params),
  closedForm,
  output: (_, { rows, columns, elementBytes }) => ({
    buffer: 'out',
    rows: Number(columns),
    columns: Number(rows),
    elementBytes: Number(elementBytes),
  }),
  sweep: { param: 'pad', unit: 'elements', points: sweepByPad },
};

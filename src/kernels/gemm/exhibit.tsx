/** The ladder on the page: its words, and the shared pictures and tables. */
import type { Exhibit, Subject } from '../../panels/exhibit.ts';
import type { VariantView } from '../../panels/variant-view.ts';
import { buildOfView, changed, figures, Stage } from './exhibit-stage.tsx';
import { throughputExport } from './exhibit-throughput.tsx';
import { schema } from './params.ts';
import { pipelineAt } from './pipelines.ts';
import { requestName } from './request-names.ts';
import type { GemmVersion } from './versions.ts';

export { kernel } from './index.ts';

const nameOf = (view: VariantView, { params }: Subject): string =>
  requestName(buildOfView(view, params), view.predicted.access);

function lede(views: readonly VariantView[], subject: Subject): string {
  if (views.every(view => view.tooLarge !== null))
    return 'Throughput by size, beside cuBLAS. Pipelines and resources stand below, times beside.';
  const told = views.map(view => {
    const { cost } = view.predicted;
    return cost === null ? `${view.badge} makes no such access` : `${view.badge}: ${nameOf(view, subject)}`;
  });
  return `First the throughput by size, beside cuBLAS; then the banks of an access of warp ${subject.warp}. ${told.join('; ')}.`;
}

export const exhibit: Exhibit = {
  Stage,
  figures,
  defaultVariants: ['v0-cp-async', 'v1-tma'],
  playsOn: true,
  sideNames: { store: 'Fill', load: 'Read' },
  definition:
    'A stage holds 64 elements along K of the tile’s rows of A and columns of B, 128 bytes to a row. The swizzle puts 8 rows’ equal chunks into 8 different groups of banks, so that a matrix of 8 rows is read at one go.',
  countedOtherwise:
    'Where a CTA of version 4 stays for several tiles, each leaves through shared memory under the products of the next one: accesses that meet the reads of wgmma take up to twice the wavefronts of their banks.',
  title: (_, { params }) => {
    const { m, n, k, tile } = schema.parse(params);
    return `C = A × B, ${m} × ${n} × ${k}, in tiles of ${tile.replace('x', ' × ')}`;
  },
  lede,
  changed: (view, { params }) => changed(view, params),
  requestName: nameOf,
  output: (_, params) => {
    const { m, n } = schema.parse(params);
    return { buffer: 'c', rows: m, columns: n, elementBytes: 2 };
  },
  pipeline: (variant, params) => pipelineAt(variant as GemmVersion, schema.parse(params)),
  exports: () => [throughputExport],
};

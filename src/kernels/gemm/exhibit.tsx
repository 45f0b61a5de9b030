/** The ladder on the page: its words, and the shared pictures and tables. */
import type { Exhibit, Subject } from '../../panels/exhibit.ts';
import type { VariantView } from '../../panels/variant-view.ts';
import type { Access } from '../../trace/access-trace.ts';
import { atAccess, buildOfView, changed, figures, Stage } from './exhibit-stage.tsx';
import { throughputExport } from './exhibit-throughput.tsx';
import { schema } from './params.ts';
import { pipelineAt } from './pipelines.ts';
import { requestName } from './request-names.ts';
import type { GemmVersion } from './versions.ts';

export { kernel } from './index.ts';

const nameOf = (view: VariantView, { params }: Subject, access: Access | null): string =>
  requestName(buildOfView(view, params), access);

function lede(views: readonly VariantView[], subject: Subject): string {
  if (views.every(view => view.tooLarge !== null)) return 'Throughput by size, beside cuBLAS. Pipelines stand below.';
  const names = views.map(view =>
    view.predicted.cost === null ? 'no such access' : nameOf(view, subject, view.predicted.access),
  );
  const isOne = names.every(name => name === names[0]);
  const told = isOne ? names[0] : names.map((name, at) => `${views[at].badge} ${name}`).join('; ');
  return `Throughput by size, beside cuBLAS; below, an access of warp ${subject.warp}: ${told}.`;
}

export const exhibit: Exhibit = {
  Stage,
  figures,
  defaultVariants: ['v0-cp-async', 'v1-tma'],
  playsOn: true,
  sideNames: { store: 'Fill', load: 'Read' },
  definition:
    'A stage holds 64 elements along K of each row of A and column of B, or 128 of e4m3: 128 bytes a row. The swizzle puts the same chunk of 8 rows into 8 different groups of banks, so one pass reads all 8.',
  countedOtherwise:
    'In version 4, a CTA that stays for several tiles writes one out through shared memory while it multiplies the next. Those accesses meet the reads of wgmma, and take 1.9 to 2.7 times the wavefronts of their banks.',
  title: (_, { params }) => {
    const { m, n, k, tile, elementType } = schema.parse(params);
    const elements = elementType === 'bf16' ? '' : ` in ${elementType}`;
    return `C = A × B${elements}, ${m} × ${n} × ${k}, in tiles of ${tile.replace('x', ' × ')}`;
  },
  lede,
  changed: (view, { params }) => changed(view, params),
  requestName: nameOf,
  atAccess,
  output: (_, params) => {
    const { m, n } = schema.parse(params);
    return { buffer: 'c', rows: m, columns: n, elementBytes: 2 };
  },
  pipeline: (variant, params) => pipelineAt(variant as GemmVersion, schema.parse(params)),
  exports: () => [throughputExport],
};

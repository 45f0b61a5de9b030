/** Tensor permutations on the page. */
import { product } from '../../model/permute/permutation.ts';
import type { Exhibit, OutputShape } from '../../panels/exhibit.ts';
import type { Params } from '../kernel.ts';
import { exportsOf, figures } from './exhibit-files.tsx';
import { Rail } from './exhibit-rail.tsx';
import { Stage } from './exhibit-stage.tsx';
import { changedText, lede, requestName, title } from './exhibit-text.tsx';
import { jobOf } from './job.ts';
import { schema } from './params.ts';
import { STRATEGY_OF } from './variants.ts';

export { kernel } from './index.ts';

/** Elements that a row of the output's picture has at least, where the tensor does. */
const LEAST_COLUMNS = 32;

/** Whole fastest dimensions of the output side by side, so many that it is no higher than wide. */
function outputShape(_: string, params: Params): OutputShape {
  const { request, elements } = jobOf(schema.parse(params));
  const { shape, perm, elementBytes } = request;
  const extents = perm.map(dim => shape[dim]).reverse();
  const least = Math.max(LEAST_COLUMNS, Math.sqrt(elements));
  const whole = extents.findIndex((_extent, i) => product(extents.slice(0, i + 1)) >= least);
  const columns = product(whole < 0 ? extents : extents.slice(0, whole + 1));
  return { buffer: 'out', rows: elements / columns, columns, elementBytes };
}

/** The block as it is, and the strategy that the plan chooses; where that is none, a padded one. */
function bestBesideNone(params: Params): readonly string[] {
  const { chosen } = jobOf(schema.parse(params)).plan;
  const best = Object.entries(STRATEGY_OF).find(([id, strategy]) => id !== 'none' && strategy === chosen);
  return ['none', best?.[0] ?? 'searched'];
}

export const exhibit: Exhibit = {
  Stage,
  Rail,
  figures,
  defaultVariants: ['none', 'searched'],
  variantsFor: bestBesideNone,
  // The copy engine reads what they have stored.
  onlyStore: ['tile-bulk', 'tile-bulk-no-fence'],
  playsOn: true,
  sideNames: { store: 'Store', load: 'Load' },
  definition:
    'A residue is a stride modulo 128 bytes: it alone decides on banks. A warp has no conflict when its lanes land in different banks, or in the same word.',
  title,
  lede,
  changed: ({ id }, { params }) => changedText(id, jobOf(schema.parse(params))),
  requestName,
  output: outputShape,
  exports: exportsOf,
};

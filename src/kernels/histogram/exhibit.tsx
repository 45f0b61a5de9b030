/** The histogram on the page: its words, and the shared pictures arranged per variant. */

import { WORD_BYTES } from '../../base/hardware.ts';
import { count } from '../../base/numbers.ts';
import { accessLede, laneCount } from '../../panels/access-lede.ts';
import type { Exhibit, Subject } from '../../panels/exhibit.ts';
import { stepName } from '../../panels/step-pictures.tsx';
import type { VariantView } from '../../panels/variant-view.ts';
import { changed, figures, Stage, stepsFor } from './exhibit-stage.tsx';
import { binsInUse, schema } from './params.ts';
import { sweepByPad } from './sweep.ts';

export { kernel } from './index.ts';

/** The fewest bins: every row of the result is full. */
const OUTPUT_COLUMNS = 64;

const counted = (n: number, unit: string): string => `${count(n)} ${unit}${n === 1 ? '' : 's'}`;

function title(_: readonly VariantView[], { params }: Subject): string {
  const p = schema.parse(params);
  return `Count ${count(p.elements)} elements in ${counted(binsInUse(p), 'bin')} of ${p.bins}`;
}

function lede(views: readonly VariantView[], { side, warp }: Subject): string {
  const does = side === 'load' ? 'loads' : 'counts';
  return accessLede(views, { warp, does }, (_, access) =>
    access.space === 'global' ? `${laneCount(access)} in global memory` : laneCount(access),
  );
}

export const exhibit: Exhibit = {
  Stage,
  figures,
  defaultVariants: ['shared-atomics', 'shared-replicated'],
  defaultSide: 'store',
  sideNames: { store: 'Count', load: 'Load' },
  definition:
    'A wavefront is one pass over the 32 banks. An atomic cannot broadcast: lanes on one bank follow one another, also when they want the same word.',
  title,
  lede,
  changed,
  requestName: ({ id }, subject) => stepName(stepsFor(id, subject), subject),
  output: (_, { bins }) => ({
    buffer: 'out',
    rows: Number(bins) / OUTPUT_COLUMNS,
    columns: OUTPUT_COLUMNS,
    elementBytes: WORD_BYTES,
  }),
  sweep: { param: 'pad', unit: 'words', points: sweepByPad },
};

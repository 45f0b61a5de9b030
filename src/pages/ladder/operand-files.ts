/** Shared memory as files: its budget, the tiles of one score, and where each score of 64 x 64 lies as a table. */
import { CTA_SHARED_BYTES } from '../../base/hardware.ts';
import { valueWay } from '../../model/attention/value-way.ts';
import { FILE_PX, type PictureFile } from '../../panels/kit/exports.ts';
import type { TableFile } from '../../panels/kit/table-text.ts';
import { chunkTileFigure } from '../../pictures/chunk-tile/figure.ts';
import { sharedBudgetFigure } from '../../pictures/shared-budget/figure.ts';
import type { Theme } from '../../pictures/theme.ts';
import { threadValueFigure } from '../../pictures/thread-value/figure.ts';
import { defaultView } from '../../pictures/view.ts';
import type { LadderModel } from './model.ts';
import { cellIn, type Lit, operandPictures } from './operand-pictures.ts';

const PICTURE_PX = 420;
const SIDE = 64;

export function tilesFile(lit: Lit, theme: Theme): PictureFile {
  const figures = operandPictures(lit).map(picture => {
    const view = { ...defaultView(theme, 'predicted', PICTURE_PX), selection: cellIn(picture, lit) };
    return picture.kind === 'tile' ? chunkTileFigure(picture.records, view) : threadValueFigure(picture.records, view);
  });
  const shared = { letter: null, title: '', note: '' };
  return {
    name: 'attention-tiles',
    title: `Attention: row ${lit.row}, key ${lit.key}, column ${lit.column} through both products`,
    description: location.href,
    theme,
    columns: [
      { ...shared, title: 'S = Q × Kᵀ', figures: figures.slice(0, 3) },
      { ...shared, title: 'O += P × V', figures: figures.slice(3) },
    ],
  };
}

/** What the buffers of each version take of a CTA's shared memory. */
export function budgetFile({ sides, theme }: Pick<LadderModel, 'sides' | 'theme'>): PictureFile {
  return {
    name: 'attention-shared-memory',
    title: sides.map(({ letter, title }) => `${letter}: ${title}`).join('; '),
    description: location.href,
    theme,
    unbanked: true,
    columns: sides.map(({ letter, title, scenario }) => {
      const records = { buffers: scenario.buffers, mostBytes: CTA_SHARED_BYTES };
      const figures = [sharedBudgetFigure(records, defaultView(theme, 'predicted', FILE_PX))];
      return { letter: sides.length > 1 ? letter : null, title, note: '', figures };
    }),
  };
}

/** Each score of a warpgroup: the lane, its sum of S, and the half of a register of P. */
export const fragmentsFile = (): TableFile => ({
  name: 'attention-fragments',
  table: () => ({
    columns: [
      'row',
      'key',
      'warp',
      'lane',
      'sum of S',
      'operand of P',
      'register of P',
      'half',
      'chunk of Q',
      'chunk of K',
    ],
    rows: Array.from({ length: SIDE * SIDE }, (_, i) => {
      const [row, key] = [Math.floor(i / SIDE), i % SIDE];
      const { warp, lane, sum, operand, register, half, queryChunk, keyChunk } = valueWay(row, key);
      return [row, key, warp, lane, sum, operand, register, half === 0 ? 'lower' : 'upper', queryChunk, keyChunk];
    }),
  }),
});

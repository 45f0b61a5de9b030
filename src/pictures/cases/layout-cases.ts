/** Layouts: an offset grid, a divide with what lies between, and a product. */
import { OPERATIONS } from '../../model/layout-steps/operations.ts';
import type { LayoutSteps } from '../../model/layout-steps/steps.ts';
import { readLayout } from '../../model/layout-text/read-layout.ts';
import { readTiler } from '../../model/layout-text/read-tiler.ts';
import { layoutGridFigure } from '../layout-grid/figure.ts';
import { type LayoutGridRecords, panelCell } from '../layout-grid/records.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

/** Steps of an operation; its operands must be right. */
export function stepsOf(id: string, a: string, b = '1'): LayoutSteps {
  const operation = OPERATIONS.get(id)!;
  const [left, right] = [readLayout(a), readTiler(b)];
  if (!left.ok || !right.ok) throw new Error(`${a}, ${b}`);
  if (operation.takes === 'cotarget') throw new Error(`${id} takes a number`);
  const steps = operation.takes === 'tiler' ? operation.run(left.value, right.value) : operation.run(left.value);
  if (!steps.ok) throw new Error(steps.error.message);
  return steps.value;
}

const records = (id: string, a: string, b?: string, changes: Partial<LayoutGridRecords> = {}): LayoutGridRecords => ({
  steps: stepsOf(id, a, b),
  colourBy: 'bank',
  elementBytes: 4,
  ...changes,
});

export const layoutCases: readonly PictureCase[] = [
  pictureCase({
    id: 'layout-swizzled',
    title: 'A swizzled layout',
    blurb: 'Sw<3,2,3> on rows of 32 words: no column stays in one bank.',
    figureIn: view => layoutGridFigure(records('show', 'Sw<3,2,3> o 0 o (8,32):(32,1)'), view),
  }),
  pictureCase({
    id: 'layout-divide',
    title: 'A divide by modes',
    blurb: 'Each tiler takes its tile of a mode, the complement goes from tile to tile; the arrows follow one element.',
    view: { width: 760, selection: panelCell(6, 37) },
    figureIn: view => layoutGridFigure(records('zipped-divide', '(8,12):(12,1)', '<(2,2):(1,4), 4:1>'), view),
  }),
  pictureCase({
    id: 'layout-product',
    title: 'A product',
    blurb: 'The complement of A gives the room, and B selects where in it the copies of A go.',
    unbanked: true,
    view: { width: 560, selection: panelCell(1, 2) },
    figureIn: view => layoutGridFigure(records('logical-product', '(2,2):(4,1)', '6:1', { colourBy: 'offset' }), view),
  }),
  pictureCase({
    id: 'layout-large',
    title: 'A large layout',
    blurb: '256 rows of 256 elements: a mark for each cell that has room for one.',
    large: true,
    figureIn: view => layoutGridFigure(records('coalesce', '(256,256):(264,1)'), view),
  }),
];

/** Pictures of permutations: how the dimensions change places, how the block is padded, how it lies in shared memory. */
import { axisRibbonFigure } from '../axis-ribbon.figure.ts';
import type { AxisRibbonRecords } from '../permute-records.ts';
import { planOf, wholePlan } from './permute-builders.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

const STAGE_PX = 787;

const rotation = wholePlan({ shape: [8, 2, 8, 8], perm: [1, 2, 0, 3], elementBytes: 4 });
const skinnyShape = [3, 40, 1, 5, 2, 64, 7];
const skinny = planOf({ shape: skinnyShape, perm: [4, 6, 0, 2, 5, 3, 1], elementBytes: 4 });

const ribbons: Readonly<Record<string, AxisRibbonRecords>> = {
  rotation: { shape: [8, 2, 8, 8], plan: rotation },
  skinny: { shape: skinnyShape, plan: skinny },
};

const ribbonCases = [
  pictureCase({
    id: 'ribbon-rotation',
    title: 'Which dimensions change places',
    blurb: 'A moves behind B and C: only D and A, the write block, decide about bank conflicts.',
    unbanked: true,
    view: { width: STAGE_PX },
    figureIn: view => axisRibbonFigure(ribbons.rotation, view),
  }),
  pictureCase({
    id: 'ribbon-skinny',
    title: 'Six skinny dimensions in a narrow column',
    blurb: 'A block takes pieces of the long dimensions: interval of extent. A dimension of size 1 is dropped.',
    unbanked: true,
    view: { highlight: { cell: { row: 0, column: 5 }, bank: null } },
    figureIn: view => axisRibbonFigure(ribbons.skinny, view),
  }),
];

export const permuteCases: readonly PictureCase[] = [...ribbonCases];

/** Pictures of permutations: how the dimensions change places, how the block is padded, how it lies in shared memory. */
import { axisRibbonFigure } from '../axis-ribbon.figure.ts';
import { predictedRequest } from '../block-elements.ts';
import { memoryImageFigure } from '../memory-image.figure.ts';
import { paddingScheduleFigure } from '../padding-schedule.figure.ts';
import type {
  AxisRibbonRecords,
  ChosenRequest,
  MemoryImageRecords,
  PaddingScheduleRecords,
  PermutedBlock,
} from '../permute-records.ts';
import type { PictureView } from '../view.ts';
import { planOf, variant } from './permute-builders.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

const STAGE_PX = 787;

const rotationShape = [8, 2, 8, 8];
const rotation = planOf({ shape: rotationShape, perm: [1, 2, 0, 3], elementBytes: 4, targetElements: 64 });
const seed = planOf({ shape: [2, 16, 2], perm: [2, 0, 1], elementBytes: 4 });
const transpose = planOf({ shape: [64, 64], perm: [1, 0], elementBytes: 4, targetElements: 64 });
const large = planOf({ shape: [128, 3, 128], perm: [2, 1, 0], elementBytes: 4, targetElements: 110 });
const bytes = planOf({ shape: [128, 128], perm: [1, 0], elementBytes: 1 });
const wide = planOf({ shape: [32, 12, 32], perm: [2, 1, 0], elementBytes: 16 });
const skinnyShape = [3, 40, 1, 5, 2, 64, 7];
const skinny = planOf({ shape: skinnyShape, perm: [4, 6, 0, 2, 5, 3, 1], elementBytes: 4 });

const ribbons: Readonly<Record<string, AxisRibbonRecords>> = {
  rotation: { shape: rotationShape, plan: rotation },
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

const loads = (warp = 0): ChosenRequest => ({ side: 'load', warp, k: 0 });
const stores = (warp = 0): ChosenRequest => ({ side: 'store', warp, k: 0 });

const schedules: Readonly<Record<string, PaddingScheduleRecords>> = {
  rotation: { variants: [variant(rotation, 'none'), variant(rotation, 'write-order residue', 'B')], chosen: loads() },
  rotationStore: {
    variants: [variant(rotation, 'none'), variant(rotation, 'write-order residue', 'B')],
    chosen: stores(3),
  },
  seed: {
    variants: [
      variant(seed, 'none'),
      variant(seed, 'write-order residue', 'B'),
      variant(seed, 'searched', 'C'),
      variant(seed, 'xor', 'D'),
    ],
    chosen: loads(),
  },
  transpose: { variants: [variant(transpose, 'odd-row'), variant(transpose, 'xor', 'B')], chosen: loads(5) },
  skinny: { variants: [variant(skinny, 'searched')], chosen: loads(1) },
  bytes: { variants: [variant(bytes, 'none'), variant(bytes, 'searched', 'B')], chosen: loads() },
  wide: { variants: [variant(wide, 'none'), variant(wide, 'odd-row', 'B')], chosen: loads() },
};

const scheduleCase = (id: string, title: string, blurb: string, width = STAGE_PX) =>
  pictureCase({
    id: `schedule-${id}`,
    title,
    blurb,
    view: { width },
    figureIn: view => paddingScheduleFigure(schedules[id], view),
  });

const scheduleCases = [
  scheduleCase(
    'rotation',
    'Eight pad words after every slice',
    'In write order, each step of a dimension lands on banks still unused.',
  ),
  scheduleCase('rotationStore', 'The same on the store side', 'Stores count in the order of the input.'),
  scheduleCase('seed', 'Two by sixteen by two', 'Four.'),
  scheduleCase('transpose', 'A transpose', 'Pad or XOR.'),
  scheduleCase('skinny', 'Six skinny dimensions', 'Six.', 394),
  scheduleCase('bytes', 'Bytes', 'Bytes.'),
  scheduleCase('wide', '16 bytes', 'Quarter warps.'),
];

/** The request as the layout has it. */
function image(
  block: PermutedBlock,
  { side, warp, k }: ChosenRequest,
  lineCount: number | null = null,
): MemoryImageRecords {
  return { block, side, request: predictedRequest(block, { side, warp, k }), lineCount };
}

const images: Readonly<Record<string, MemoryImageRecords>> = {
  rotation: image(variant(rotation, 'none'), loads(), 18),
  padded: image(variant(rotation, 'write-order residue'), loads(), 18),
  store: image(variant(rotation, 'write-order residue'), stores(3), 18),
  transpose: image(variant(transpose, 'none'), loads(5)),
  xor: image(variant(transpose, 'xor'), loads(5)),
  odd: image(variant(transpose, 'odd-row'), loads(5)),
  seed: image(variant(seed, 'write-order residue'), loads()),
  skinny: image(variant(skinny, 'searched'), loads(1)),
  bytes: image(variant(bytes, 'searched'), loads()),
  wide: image(variant(wide, 'odd-row'), loads()),
  wideNone: image(variant(wide, 'none'), loads()),
  large: image(variant(large, 'odd-row'), loads()),
};

const imageCase = (id: string, title: string, blurb: string, view: Partial<PictureView> = {}) =>
  pictureCase({ id: `memory-${id}`, title, blurb, view, figureIn: it => memoryImageFigure(images[id], it) });

const imageCases = Object.keys(images).map(id => imageCase(id, id, id));

export const permuteCases: readonly PictureCase[] = [...ribbonCases, ...scheduleCases, ...imageCases];

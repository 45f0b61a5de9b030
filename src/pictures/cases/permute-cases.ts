/** Pictures of permutations: how the dimensions change places, and how the block is padded. */
import type { AccessSide } from '../../trace/access-trace.ts';
import { axisRibbonFigure } from '../axis-ribbon/figure.ts';
import { paddingScheduleFigure } from '../padding-schedule/figure.ts';
import { once } from './once.ts';
import { planOf, type RequestName, requests, variants } from './permute-builders.ts';
import { type PictureCase, type PictureWords, pictureCase } from './picture-case.ts';

/** The stage of an exhibit at 1440 px. */
const STAGE_PX = 787;

const ribbon = (name: RequestName, words: PictureWords): PictureCase => {
  const plan = once(() => planOf(requests[name]));
  const { shape } = requests[name];
  return pictureCase({ ...words, unbanked: true, figureIn: view => axisRibbonFigure({ shape, plan: plan() }, view) });
};

const schedule = (
  name: RequestName,
  strategies: readonly string[],
  words: PictureWords,
  side: AccessSide = 'load',
  warp = 0,
): PictureCase => {
  const records = once(() => ({ variants: variants(name, strategies), chosen: { side, warp, k: 0 } }));
  return pictureCase({ view: { width: STAGE_PX }, ...words, figureIn: view => paddingScheduleFigure(records(), view) });
};

const ribbonCases = [
  ribbon('rotation', {
    id: 'ribbon-rotation',
    title: 'Which dimensions change places',
    blurb: 'A moves behind B and C, which stay together: only D and A, the write block, decide about bank conflicts.',
    view: { width: STAGE_PX },
  }),
  ribbon('skinny', {
    id: 'ribbon-skinny',
    title: 'Six skinny dimensions in a narrow column',
    blurb: 'A block takes pieces of the dimensions, interval of extent; the one of size 1 is dropped.',
    view: { highlight: { cell: { row: 0, column: 5 }, bank: null } },
  }),
];

const scheduleCases = [
  schedule('rotation', ['none', 'write-order residue'], {
    id: 'schedule-rotation',
    title: 'Eight words after every slice of A',
    blurb: 'In write order, each step of a dimension should land on banks still unused: 8 words of padding do that.',
  }),
  schedule(
    'rotation',
    ['none', 'write-order residue'],
    {
      id: 'schedule-stores',
      title: 'The same block on the store side',
      blurb: 'Stores count in the order of the input, in which no warp crosses A, so its pad only rotates the banks.',
    },
    'store',
    3,
  ),
  schedule('seed', ['none', 'write-order residue', 'searched', 'xor'], {
    id: 'schedule-four',
    title: 'A skinny dimension, four layouts',
    blurb:
      '2 × 16 × 2 to 2, 0, 1: the residue rule takes 16 times the memory and costs stores; one word or one XOR costs nothing.',
  }),
  schedule('pair', ['table', 'register exchange'], {
    id: 'schedule-no-strides',
    title: 'Layouts that strides do not give',
    blurb: 'A table gives every element its place; an exchange of registers needs no shared memory.',
  }),
  schedule('skinny', ['searched'], {
    id: 'schedule-narrow',
    title: 'A schedule in a narrow column',
    blurb: 'A residue other than the wanted one costs nothing here: 3 is odd, so 32 steps land on 32 banks.',
    view: {},
  }),
  schedule('bytes', ['none', 'searched'], {
    id: 'schedule-bytes',
    title: 'Bytes: residues of 128 elements',
    blurb: 'A bank holds four of them, so a step along A should move by four.',
  }),
  schedule('quads', ['none', 'odd-row'], {
    id: 'schedule-16-byte',
    title: '16-byte elements: residues of 8',
    blurb: 'Eight lanes at a time fill all banks, and one element of padding keeps them apart.',
  }),
];

export const permuteCases: readonly PictureCase[] = [...ribbonCases, ...scheduleCases];

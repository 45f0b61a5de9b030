/** Pictures of a block's elements: laid out by its dimensions, counted out by lanes, and what other pads would cost. */
import { defaultAxes, parseAxes } from '../../model/permute/axis-language.ts';
import { modeNames } from '../../model/permute/mode-names.ts';
import { paddedStrides, padSweep } from '../../model/permute/pad-sweep.ts';
import { laneOrder } from '../../model/permute/placement.ts';
import { layoutOf, type Plan } from '../../model/permute/plan.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { countingLoopFigure } from '../counting-loop/figure.ts';
import { padStripFigure } from '../pad-strip/figure.ts';
import { predictedRequest } from '../permute/block-elements.ts';
import {
  type ChosenRequest,
  type CountingLoopRecords,
  cellOfElement,
  type PadStripRecords,
  type PermutedBlock,
  type TensorViewRecords,
} from '../permute/records.ts';
import { tensorViewFigure } from '../tensor-view/figure.ts';
import { onceEach } from './once.ts';
import { planOf, variant } from './permute-builders.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

const STAGE_PX = 787;

const plans = onceEach({
  seed: () => planOf({ shape: [2, 16, 2], perm: [2, 0, 1], elementBytes: 4 }),
  rotation: () => planOf({ shape: [8, 2, 8, 8], perm: [1, 2, 0, 3], elementBytes: 4, targetElements: 64 }),
  four: () => planOf({ shape: [4, 2, 8, 8], perm: [2, 0, 3, 1], elementBytes: 4, targetElements: 64 }),
  square: () => planOf({ shape: [4096, 4096], perm: [1, 0], elementBytes: 4, targetElements: 64 }),
  rank6: () => planOf({ shape: [6, 4, 5, 3, 7, 4], perm: [5, 2, 0, 4, 1, 3], elementBytes: 4 }),
  doubles: () => planOf({ shape: [64, 64], perm: [1, 0], elementBytes: 8 }),
  bytes: () => planOf({ shape: [512, 512], perm: [1, 0], elementBytes: 1 }),
});

/**
 * A strategy's name, or the pads of the modes: with given pads, the case stays the same when a strategy finds better
 * ones.
 */
type How = 'none' | 'xor' | 'odd-row' | readonly number[];

function laid(plan: Plan, how: How): PermutedBlock {
  if (typeof how === 'string') return variant(plan, how);
  const { move } = plan;
  const proposal = { xor: [], table: null, exchange: null, proved: false, why: '' };
  const propose = () => ({ ...proposal, strides: paddedStrides(move, how) });
  return { ...variant(plan, 'none'), layout: layoutOf({ name: 'yours', propose }, move)! };
}

interface TensorOptions extends Partial<Pick<TensorViewRecords, 'colourBy' | 'shown'>> {
  readonly how?: How;
  readonly axes?: string;
  readonly chosen?: ChosenRequest;
}

function tensor(plan: Plan, options: TensorOptions = {}): TensorViewRecords {
  const { how = 'none', shown = 'input', colourBy = 'bank', axes, chosen } = options;
  const block = laid(plan, how);
  const { modes } = plan.move;
  const order = laneOrder(shown === 'input' ? 'store' : 'load', plan.move);
  const named = modes.map(({ extent }, i) => ({ name: modeNames(plan)[i], extent }));
  const parsed = axes === undefined ? null : parseAxes(axes, named);
  if (parsed?.ok === false) throw new Error(parsed.error.message);
  return {
    block,
    shown,
    colourBy,
    axes: parsed === null ? defaultAxes(order, modes) : parsed.value,
    request: chosen === undefined ? null : predictedRequest(block, chosen),
  };
}

const load: ChosenRequest = { side: 'load', warp: 0, k: 0 };
export const tensors = onceEach({
  seed: () => tensor(plans.seed, { chosen: load }),
  seedOutput: () => tensor(plans.seed, { shown: 'output', chosen: load }),
  rotation: () => tensor(plans.rotation, { chosen: load }),
  rotationOutput: () => tensor(plans.rotation, { shown: 'output', how: [8, 0, 0], chosen: load }),
  joined: () => tensor(plans.four, { axes: 'A.B | C D', chosen: { ...load, side: 'store' } }),
  square: () => tensor(plans.square, { how: 'xor', chosen: { ...load, warp: 3 } }),
  rank6: () => tensor(plans.rank6, { how: [0, 0, 0, 7, 0, 0], chosen: load }),
  bytes: () => tensor(plans.bytes, { how: 'odd-row', colourBy: 'offset', chosen: load }),
});

const tensorCases = [
  pictureCase({
    id: 'tensor-seed',
    title: 'Two dimensions of two',
    blurb:
      'A load of 2 × 16 × 2 words in output order: lanes 0 to 15 take every second word of a line, lanes 16 to 31 the same banks.',
    figureIn: view => tensorViewFigure(tensors.seed, view),
  }),
  pictureCase({
    id: 'tensor-seed-output',
    title: 'The same words as they are written',
    blurb: 'In output order the same load is the first half of the block, row by row.',
    view: { highlight: { cell: cellOfElement(35), bank: null } },
    figureIn: view => tensorViewFigure(tensors.seedOutput, view),
  }),
  pictureCase({
    id: 'tensor-rotation',
    title: 'Four dimensions on a page',
    blurb: 'Rows count A, then B; columns count C, then D. The load takes D from four A slices, all in the same banks.',
    view: { width: STAGE_PX },
    figureIn: view => tensorViewFigure(tensors.rotation, view),
  }),
  pictureCase({
    id: 'tensor-rotation-output',
    title: 'The same load, padded, in output order',
    blurb: 'Laid out as it is written, the load is half a row; with 8 pads behind A it takes each bank once.',
    view: { width: STAGE_PX, selection: cellOfElement(130) },
    figureIn: view => tensorViewFigure(tensors.rotationOutput, view),
  }),
  pictureCase({
    id: 'tensor-joined',
    title: 'Rows that run on',
    blurb: 'A dot between two letters leaves no gap where the second starts again.',
    figureIn: view => tensorViewFigure(tensors.joined, view),
  }),
  pictureCase({
    id: 'tensor-square',
    title: '64 × 64 words, XOR',
    blurb: 'Half a column of a transposed tile; an XOR with the row spreads it over all banks.',
    large: true,
    figureIn: view => tensorViewFigure(tensors.square, view),
  }),
  pictureCase({
    id: 'tensor-rank-6',
    title: 'Six dimensions',
    blurb: 'Gaps grow from the inside out, so that each group stays together.',
    view: { width: STAGE_PX },
    figureIn: view => tensorViewFigure(tensors.rank6, view),
  }),
  pictureCase({
    id: 'tensor-bytes',
    title: '128 × 128 bytes by lines',
    blurb: 'Elements of one byte, shaded by the 128-byte line that they lie in.',
    large: true,
    figureIn: view => tensorViewFigure(tensors.bytes, view),
  }),
];

const loop = (plan: Plan, side: AccessSide, how: How, chosen: ChosenRequest | null = null): CountingLoopRecords => ({
  block: laid(plan, how),
  side,
  chosen,
});

export const loops = onceEach({
  seed: () => loop(plans.seed, 'load', 'none'),
  seedPadded: () => loop(plans.seed, 'load', [1, 0, 0]),
  rotation: () => loop(plans.rotation, 'load', 'none', { ...load, warp: 2 }),
  square: () => loop(plans.square, 'load', 'odd-row'),
  rank6: () => loop(plans.rank6, 'load', [0, 0, 0, 7, 0, 0]),
  bytes: () => loop(plans.bytes, 'store', 'odd-row'),
  doubles: () => loop(plans.doubles, 'load', 'none'),
});

const loopCases = [
  pictureCase({
    id: 'loop-seed',
    title: 'Counting in output order',
    blurb: 'Lanes 0 and 16 want different words of one bank, and so on: two wavefronts for each load.',
    view: { width: STAGE_PX },
    figureIn: view => countingLoopFigure(loops.seed, view),
  }),
  pictureCase({
    id: 'loop-seed-padded',
    title: 'One pad behind the outer dimension',
    blurb: 'The positions are not consecutive, but all different: that is enough.',
    view: { width: STAGE_PX },
    figureIn: view => countingLoopFigure(loops.seedPadded, view),
  }),
  pictureCase({
    id: 'loop-rotation',
    title: 'Half way through',
    blurb: 'The counters tick: D fastest, then A. Each time that A ticks, the eight words fall into the same banks.',
    view: { width: STAGE_PX, playhead: 85 },
    figureIn: view => countingLoopFigure(loops.rotation, view),
  }),
  pictureCase({
    id: 'loop-square',
    title: 'A page of 128 requests',
    blurb: 'With an odd pitch every load is consecutive. The strip on the right shows all requests at a glance.',
    view: { width: STAGE_PX, playhead: 1234, maxHeight: 300 },
    figureIn: view => countingLoopFigure(loops.square, view),
  }),
  pictureCase({
    id: 'loop-rank-6',
    title: 'Four counters in a narrow column',
    blurb: 'The last request has half its lanes; lanes that share a bank are underlined.',
    view: { highlight: { cell: cellOfElement(100), bank: null } },
    figureIn: view => countingLoopFigure(loops.rank6, view),
  }),
  pictureCase({
    id: 'loop-bytes',
    title: 'Stores of bytes',
    blurb: 'Four lanes share a word: positions count to 127, banks to 31.',
    large: true,
    view: { width: STAGE_PX },
    figureIn: view => countingLoopFigure(loops.bytes, view),
  }),
  pictureCase({
    id: 'loop-doubles',
    title: 'Loads of 8 bytes, half a warp at a time',
    blurb: 'Residues count modulo 16; lanes meet only within their half.',
    large: true,
    view: { width: STAGE_PX, highlight: { cell: null, bank: 6 } },
    figureIn: view => countingLoopFigure(loops.doubles, view),
  }),
];

function strip(plan: Plan, how: How, limitBytes = 48 * 1024): PadStripRecords {
  const { move, layout, names } = laid(plan, how);
  return { names, sweep: [...padSweep(move, layout.strides)], limitBytes };
}

export const strips = onceEach({
  seed: () => strip(plans.seed, 'none'),
  rotation: () => strip(plans.rotation, [8, 0, 0]),
  square: () => strip(plans.square, 'odd-row', 20 * 1024),
});

const stripCases = [
  pictureCase({
    id: 'pads-seed',
    title: 'One word is enough',
    blurb: 'Without padding every load takes two wavefronts; behind the outer dimension any odd pad avoids that.',
    view: { width: STAGE_PX },
    figureIn: view => padStripFigure(strips.seed, view),
  }),
  pictureCase({
    id: 'pads-rotation',
    title: 'Eight pads behind A',
    blurb: 'Of 34 pads behind A, 8 and 24 leave no conflict; the other modes need none.',
    view: { width: STAGE_PX, highlight: { cell: { row: 1, column: 3 }, bank: null } },
    figureIn: view => padStripFigure(strips.rotation, view),
  }),
  pictureCase({
    id: 'pads-square',
    title: 'A tile of 64 × 64 in a narrow column',
    blurb: 'Every odd pitch will do. What needs more than 20 KiB is hatched.',
    figureIn: view => padStripFigure(strips.square, view),
  }),
];

export const permuteViewCases: readonly PictureCase[] = [...tensorCases, ...loopCases, ...stripCases];

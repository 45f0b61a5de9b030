/** Pictures of steps: a sum of 256 words by 8 warps, whose lanes are chosen in two ways. */
import { LANES } from '../../base/hardware.ts';
import { costOfAccess } from '../../model/banks/wavefronts.ts';
import type { Request, WarpStepsRecords } from '../records.ts';
import { warpStepsFigure } from '../warp-steps/figure.ts';
import { request, tile } from './builders.ts';
import { once } from './once.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

const THREADS = 256;
const WARPS = THREADS / LANES;

/** The word that a thread stores; null where it takes no part. */
type WordOf = (thread: number) => number | null;

function requestsOf(wordOf: WordOf): Request[] {
  return Array.from({ length: WARPS }, (_, warp) => {
    const addressOf = (lane: number) => {
      const word = wordOf(warp * LANES + lane);
      return word === null ? null : 4 * word;
    };
    const access = { ...request({ widthBytes: 4, kind: 'store', addressOf }).access, warp };
    return { access, cost: costOfAccess(access) };
  }).filter(({ access }) => access.activeMask !== 0);
}

const strides = Array.from({ length: Math.log2(THREADS) }, (_, i) => 2 ** i);

/** All threads store, then at each stride those that have added. */
const sum = (chosenStep: number, wordAt: (stride: number) => WordOf): WarpStepsRecords => ({
  layout: tile({ rows: WARPS, columns: LANES }),
  labelled: 'stride',
  steps: [
    { label: 'input', name: 'input', requests: requestsOf(thread => thread) },
    ...strides.map(stride => ({ label: `${stride}`, name: `stride ${stride}`, requests: requestsOf(wordAt(stride)) })),
  ],
  warps: WARPS,
  chosen: { warp: 0, step: chosenStep },
});

const divergent = once(() => sum(3, stride => thread => (thread % (2 * stride) === 0 ? thread : null)));
const strided = once(() => sum(3, stride => thread => (2 * stride * thread < THREADS ? 2 * stride * thread : null)));

export const warpStepsCases: readonly PictureCase[] = [
  pictureCase({
    id: 'steps-divergent',
    title: 'Every warp nearly idle',
    blurb: 'A tree sum by neighbours: all warps stay at work until the stride is 32, with fewer and fewer lanes.',
    view: { source: 'emulated' },
    figureIn: view => warpStepsFigure(divergent(), view),
  }),
  pictureCase({
    id: 'steps-strided',
    title: 'Full warps, few banks',
    blurb: 'The same sums by neighbouring threads: warps are full or idle, and their words fall into few banks.',
    view: { source: 'emulated', highlight: { cell: { row: 1, column: 0 }, bank: null } },
    figureIn: view => warpStepsFigure(strided(), view),
  }),
];

/** Divergence pictures: a reduction whose warps empty step by step, and a branch that splits every warp. */
import { divergenceFigure } from '../divergence/figure.ts';
import type { DivergenceRecords } from '../records.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

const line = (
  number: number,
  text: string,
  counts: readonly [issues: number, mean: number, diverged?: number, waits?: number],
) => ({
  line: number,
  text,
  issues: counts[0],
  lanes: counts[0] * counts[1],
  diverged: counts[2] ?? 0,
  waits: counts[3] ?? 0,
});

const of = (
  name: 'integer' | 'predicate' | 'control' | 'shared' | 'global' | 'barrier' | 'float',
  from: ReturnType<typeof line>,
) => ({
  class: name,
  ...from,
});

/** Neighbouring lanes fall out one after the other: 8 warps, 5 of 8 steps inside the warps. */
const reduction: DivergenceRecords = {
  by: 'source',
  lines: [
    line(6, 'unsigned i = blockIdx.x * blockDim.x + threadIdx.x;', [24, 32]),
    line(7, 'data[threadIdx.x] = in[i];', [16, 32]),
    line(8, '__syncthreads();', [8, 32, 0, 7]),
    line(9, 'for (unsigned s = 1; s < blockDim.x; s *= 2) {', [128, 32]),
    line(10, '  if (threadIdx.x % (2 * s) == 0)', [128, 32]),
    line(11, '    data[threadIdx.x] += data[threadIdx.x + s];', [188, 5.4, 188]),
    line(12, '  __syncthreads();', [64, 32, 0, 56]),
    line(14, 'if (threadIdx.x == 0) out[blockIdx.x] = data[0];', [9, (8 * 32 + 1) / 9, 1]),
    line(15, 'else debug(i);', [0, 0]),
  ],
  classes: [
    of('integer', line(0, '', [152, 32])),
    of('float', line(0, '', [47, 5.4, 47])),
    of('predicate', line(0, '', [64, 32])),
    of('control', line(0, '', [72, 32])),
    of('shared', line(0, '', [149, (141 * 5.4 + 8 * 32) / 149, 141])),
    of('global', line(0, '', [9, (8 * 32 + 1) / 9, 1])),
    of('barrier', line(0, '', [72, 32, 0, 63])),
  ],
};

/** Far more lines than are listed. */
const long: DivergenceRecords = {
  by: 'ptx',
  lines: Array.from({ length: 600 }, (_, i) =>
    line(40 + i, `add.s32 %r${i}, %r${i}, 1;`, [8, i % 100 === 50 ? 4 : 32]),
  ),
  classes: [of('integer', line(0, '', [4800, 31.7]))],
};

export const divergenceCases: readonly PictureCase[] = [
  pictureCase({
    id: 'divergence-reduction',
    title: 'Warps that empty',
    blurb: 'A tree sum by neighbours: on the line that adds, 5 of 32 lanes are at work, and every warp is split.',
    unbanked: true,
    view: { source: 'emulated', width: 720 },
    figureIn: view => divergenceFigure(reduction, view),
  }),
  pictureCase({
    id: 'divergence-narrow',
    title: 'The same beside another',
    blurb: 'Without room for its text, a line is its number; the lens and the table have the text.',
    unbanked: true,
    view: { source: 'emulated' },
    figureIn: view => divergenceFigure(reduction, view),
  }),
  pictureCase({
    id: 'divergence-long',
    title: 'Few lines that matter',
    blurb: 'Of 600 PTX lines, those with the most idle lanes stay in sight, in the order of the source.',
    large: true,
    unbanked: true,
    view: { source: 'emulated', width: 720 },
    figureIn: view => divergenceFigure(long, view),
  }),
];

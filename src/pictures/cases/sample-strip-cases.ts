/** Sample strips of recorded runs: transpositions on an NVIDIA H200 (`public/recordings/nvidia-h200/transpose.json`). */
import { sampleStripFigure } from '../sample-strip/figure.ts';
import type { SampleRow, SampleStripRecords } from '../sample-strip/records.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';
import recorded from './recorded-samples.json' with { type: 'json' };

const WRONG: SampleRow = {
  letter: 'D',
  name: 'missing-barrier',
  outcome: { why: 'wrong answer, not timed', isWrong: true },
};

const rowsOf = (method: keyof typeof recorded): SampleRow[] =>
  recorded[method].map(({ variant, ...outcome }, i) => ({
    letter: (['A', 'B', 'C'] as const)[i],
    name: variant,
    outcome,
  }));

/** Each float of 4096 x 4096 is read once and written once. */
const COPY_BYTES = 2 * 4 * 4096 ** 2;
const DATA_SHEET_BYTES_PER_NS = 4800;

const STEADY: SampleStripRecords = {
  text: 'µs a launch, steady, 4096 × 4096',
  rows: [...rowsOf('steady'), WRONG],
  bound: { ns: COPY_BYTES / DATA_SHEET_BYTES_PER_NS, name: 'data sheet' },
  range: null,
};

const COLD: SampleStripRecords = {
  text: 'µs a launch, cold, 64 × 64',
  rows: rowsOf('cold'),
  bound: null,
  range: null,
};

export const sampleStripCases: readonly PictureCase[] = [
  pictureCase({
    id: 'samples-steady',
    title: 'Samples of three transpositions',
    blurb: 'An H200, 4096 × 4096 floats: conflicts cost 56 µs, the two ways around them half a percent of each other.',
    unbanked: true,
    view: { source: 'measured', width: 560 },
    figureIn: view => sampleStripFigure(STEADY, view),
  }),
  pictureCase({
    id: 'samples-noisy',
    title: 'Launches too short to be told apart',
    blurb: 'An H200, 64 × 64 floats, single launches: times come in steps of 32 ns, and the axis does not start at 0.',
    unbanked: true,
    view: { source: 'measured', width: 560, selection: { row: 1, column: 0 } },
    figureIn: view => sampleStripFigure({ ...COLD, range: { fromNs: 3700, toNs: 4300 } }, view),
  }),
];

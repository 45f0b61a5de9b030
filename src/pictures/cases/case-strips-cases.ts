/** Case strips of recorded runs: transpositions on an NVIDIA H200 (`public/recordings/nvidia-h200/transpose.json`, launches in a row). */
import { caseStripsFigure } from '../case-strips/figure.ts';
import type { CaseDot, CaseStripsRecords } from '../case-strips/records.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

/** Matrices with 32 x 32 tiles, unless the name says otherwise. */
const CASES = ['256²', '1024²', '4096²', '4096², pad 2', '4096², pad 0'];
const ELEMENTS = [256 ** 2, 1024 ** 2, 4096 ** 2, 4096 ** 2, 4096 ** 2];
const ELEMENT_BYTES = 4;
const COPY_BYTES_PER_US = 4_263_046;
/** A row is stored without a conflict, and a column loaded with 32 ways: 33 wavefronts where 2 would do. */
const COLUMN_WAYS = 33 / 2;

const dotOf = (us: number, at: number, ways: number | null): CaseDot => {
  const percent = (100 * 2 * ELEMENTS[at] * ELEMENT_BYTES) / us / COPY_BYTES_PER_US;
  return { percent, ways, lines: [`${us} µs, ${percent.toFixed(1)} % of the copy`] };
};

const rowOf = (name: string, medianUs: readonly number[], ways: (number | null)[]) => ({
  name,
  dots: medianUs.map((us, at) => dotOf(us, at, ways[at])),
});

const RECORDS: CaseStripsRecords = {
  title: 'NVIDIA H200',
  text: 'useful bytes, % of the copy',
  unit: 'matrix',
  each: 'variant',
  full: '100 %: 4,263 GB/s, copy in device memory, measured 2026-11-20',
  cases: CASES,
  rows: [
    rowOf('naive', [2.746, 17.483, 252.309, 251.723, 251.787], new Array(5).fill(null)),
    rowOf('tiled', [2.619, 9.924, 135.168, 135.168, 135.243], new Array(5).fill(COLUMN_WAYS)),
    rowOf('padded', [2.144, 6.241, 78.839, 79.148, 133.995], [1, 1, 1, 1.5, COLUMN_WAYS]),
    rowOf('xor', [2.136, 6.186, 78.391, 78.394, 78.423], new Array(5).fill(1)),
  ],
};

export const caseStripsCases: readonly PictureCase[] = [
  pictureCase({
    id: 'cases-transpose',
    title: 'Four transpositions of five matrices',
    blurb:
      'On an H200, a padding of 0 is slow where it has conflicts; small matrices leave the memory idle with any padding.',
    unbanked: true,
    view: { source: 'measured', width: 760, selection: { row: 2, column: 4 } },
    figureIn: view => caseStripsFigure(RECORDS, view),
  }),
];

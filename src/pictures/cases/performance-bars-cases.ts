/** Performance bars of recorded runs: C = A x B on an NVIDIA H200 (`src/kernels/gemm/recorded`), and of published ones. */
import { performanceBarsFigure } from '../performance-bars/figure.ts';
import { NOT_MEASURED, type PerformanceBarsRecords, type PerformanceRow } from '../performance-bars/records.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

const rowOf = (name: string, tflops: number, maxTflops: number): PerformanceRow => {
  const percent = (100 * tflops) / maxTflops;
  const text = `${tflops.toFixed(1)} (${percent.toFixed(1)} %)`;
  return { letter: null, name, value: { percent, text, detail: [] } };
};

const H200_MAX_TFLOPS = 989.5;
const CUBLAS = 'cuBLAS (PyTorch 2.11.0)';

const groupOf = (size: number, cublas: number, tflops: Readonly<Record<string, number>>) => ({
  name: String(size),
  rows: [
    rowOf(CUBLAS, cublas, H200_MAX_TFLOPS),
    ...Object.entries(tflops).map(([name, value]) => rowOf(name, value, H200_MAX_TFLOPS)),
  ],
  baseline: { percent: (100 * cublas) / H200_MAX_TFLOPS, name: CUBLAS },
});

const MEASURED: PerformanceBarsRecords = {
  title: 'NVIDIA H200',
  text: 'TFLOPS, C = A × B, M = N = K',
  full: '100 %: 989.5 TFLOPS, data sheet',
  limits: [],
  isPublished: false,
  groups: [
    groupOf(1024, 341.6, { 'v2, Warp-specialised': 125, 'v3, wgmma': 270.9 }),
    groupOf(8192, 733.1, { 'v2, Warp-specialised': 400.1, 'v3, wgmma': 707.1 }),
    {
      name: '16384',
      rows: [
        { letter: null, name: 'v3, wgmma', value: NOT_MEASURED },
        { letter: null, name: 'wrong swizzle', value: { why: 'wrong answer, not timed', isWrong: true } },
      ],
      baseline: null,
    },
  ],
};

/** README of the matmul kernels in gau-nernst/learn-cuda, compiled with CUDA 13.0. */
const PUBLISHED: PerformanceBarsRecords = {
  title: 'RTX 5090',
  text: 'TFLOPS, C = A × B, M = N = K = 4096',
  full: '100 %: 209.5 TFLOPS, data sheet',
  limits: [],
  isPublished: true,
  groups: [
    {
      name: '',
      rows: [rowOf('cuBLAS 13.0', 160.54, 209.5), rowOf('v0, cp.async', 175.3, 209.5), rowOf('v1, TMA', 180.4, 209.5)],
      baseline: { percent: (100 * 160.54) / 209.5, name: 'cuBLAS 13.0' },
    },
  ],
};

export const performanceBarsCases: readonly PictureCase[] = [
  pictureCase({
    id: 'bars-gemm',
    title: 'Two versions of a matrix product and cuBLAS',
    blurb:
      'An H200 by its data sheet: the larger the product, the nearer wgmma comes to cuBLAS. What was not timed has no bar.',
    unbanked: true,
    view: { source: 'measured', width: 560 },
    figureIn: view => performanceBarsFigure(MEASURED, view),
  }),
  pictureCase({
    id: 'bars-published',
    title: 'What others measured',
    blurb: 'Outlined bars are not ours: the versions that this ladder follows, on a GPU that was not at hand.',
    unbanked: true,
    view: { width: 560 },
    figureIn: view => performanceBarsFigure(PUBLISHED, view),
  }),
];

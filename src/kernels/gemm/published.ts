/**
 * Numbers that others published for the same problem, C = A x B in bf16, and the ladder of versions that this one
 * follows. They were not measured here.
 */
import type { PerformanceTable } from './performance.ts';

const SOURCE =
  'README of the matmul kernels in gau-nernst/learn-cuda, compiled with CUDA 13.0; power limits are not stated.';

const table = (
  gpu: string,
  maxTflops: number,
  rows: Readonly<Record<string, readonly number[]>>,
): PerformanceTable => ({
  ...{ gpu, maxTflops, source: 'published', provenance: SOURCE, sizes: [1024, 2048, 4096, 8192] },
  rows: Object.entries(rows).map(([name, tflops]) => ({
    name,
    cells: tflops.map(each => ({ tflops: each, detail: '' })),
  })),
});

export const PUBLISHED: readonly PerformanceTable[] = [
  table('RTX 5090', 209.5, {
    'cuBLAS 13.0 (PyTorch 2.10)': [81.44, 140.14, 160.54, 202.88],
    'Inductor Triton (PyTorch 2.10)': [104.86, 139.41, 173.04, 201.49],
    'v0, cp.async': [103.09, 133.15, 175.3, 167.22],
    'v1, TMA': [104.86, 137.52, 180.4, 172.66],
  }),
  table('RTX PRO 6000', 503.8, {
    'cuBLAS 13.0 (PyTorch 2.10)': [76.61, 199.36, 353.23, 431.72],
    'Inductor Triton (PyTorch 2.10)': [87.5, 232.31, 331.99, 405.64],
    'v0, cp.async': [68.41, 215.09, 329.52, 400.2],
    'v1, TMA': [69.91, 220.75, 360.8, 420.8],
  }),
];

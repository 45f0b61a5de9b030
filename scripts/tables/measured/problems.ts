/** The parameter sets whose recorded times are in the kernels' READMEs, by kernel, and those for the project's own table. */

import { cases as gemmCases } from '../../../src/kernels/gemm/cases.ts';
import type { Params } from '../../../src/kernels/kernel.ts';
import { CONSTANTS, ODOMETER } from '../../../src/kernels/permute/params.ts';

export interface TableProblem {
  readonly title: string;
  /** All other parameters have their defaults. */
  readonly params: Params;
}

/** Long enough that the accesses dominate the time, not the launch. */
const LONG_LOOP = { passes: 512, warps: 8 };
const WIDE_ROWS = { type: 'f32', rows: 32 };
const SQUARE = { shape: '1024,1024', perm: '1,0' };

/** Matrix products have tables of their own (`gemm-timings.ts`); attention is not recorded yet. */
export const PROBLEMS: Readonly<Record<string, readonly TableProblem[]>> = {
  transpose: [
    { title: '4096 × 4096, 4 B', params: { rows: 4096, columns: 4096 } },
    { title: 'the same, tile side 64', params: { rows: 4096, columns: 4096, tile: 64 } },
    { title: '1024 × 1024, 4 B', params: { rows: 1024, columns: 1024 } },
  ],
  permute: [
    { title: '1024,1024 by 1,0, 4 B', params: SQUARE },
    { title: 'the same, odometer', params: { ...SQUARE, positions: ODOMETER } },
    { title: 'the same, odometer compiled in', params: { ...SQUARE, positions: ODOMETER, binding: CONSTANTS } },
  ],
  swizzle: [
    { title: '32 rows of 128 B, no pattern', params: { ...WIDE_ROWS, mode: 'none' } },
    { title: '32 rows of 128 B under 128B', params: { ...WIDE_ROWS, mode: '128B' } },
  ],
  'tensor-copy': [
    { title: 'load, 2 dimensions', params: { rank: 2 } },
    { title: 'store, 2 dimensions', params: { rank: 2, direction: 'store' } },
    { title: 'load, 5 dimensions', params: { rank: 5 } },
  ],
  probe: [
    { title: 'side by side, 4 B', params: { ...LONG_LOOP, table: 'lane * 4' } },
    { title: 'a column of 128 B rows, 4 B', params: { ...LONG_LOOP, table: 'lane * 128' } },
  ],
  reduction: [{ title: '65,536 elements, 64 CTAs', params: { elements: 65536, ctas: 64 } }],
  scan: [
    { title: '65,536 elements, sections of 256', params: { elements: 65536 } },
    { title: 'one section of 1024', params: { section: 1024, elements: 1024 } },
  ],
  histogram: [
    { title: '65,536 elements in 4 bins', params: { elements: 65536, spread: 4 } },
    { title: '65,536 elements in one bin', params: { elements: 65536, spread: 1 } },
  ],
};

/** Kernels whose variants all do the same work: how its time changes from the first to the fastest. */
export const OVERVIEW: readonly (readonly [kernel: string, problem: TableProblem])[] = [
  ...['transpose', 'permute', 'reduction', 'scan', 'histogram'].map(id => [id, PROBLEMS[id][0]] as const),
  ['gemm', { title: '4096 × 4096 × 4096, bf16', params: paramsOfCase('4096-128x128') }],
];

function paramsOfCase(id: string): Params {
  const found = gemmCases.find(each => each.id === id);
  if (found === undefined) throw new Error(`gemm has no case ${id}`);
  return found.params;
}

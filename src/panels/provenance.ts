/** Where a measured number comes from, in a line. */
import type { RunRecord } from '../trace/run-record.ts';

/** 'NVIDIA H200, driver 580.126.20, nvcc 13.0.88, 2026-11-20'. */
export const provenanceOf = ({ gpu, driver, nvcc, date }: RunRecord): string =>
  [gpu.name, ...(driver === '' ? [] : [`driver ${driver}`]), `nvcc ${nvcc}`, date.slice(0, 10)].join(', ');

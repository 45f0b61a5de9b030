/** Versions beside cuBLAS where each launch waits: `scripts/tables/gemm-waiting.ts` makes it of the recorded baselines. */
import type { PerformanceTable } from '../performance.ts';
import recorded from './waiting.json' with { type: 'json' };

export const WAITING = recorded as PerformanceTable;

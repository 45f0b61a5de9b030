/** Named parameter sets: what the tests run, the gallery shows and deep links name. */
import type { KernelCase } from '../kernel.ts';
import { type ReductionParams, schema } from './params.ts';

/** If every CTA has a whole share, no thread reads behind the input. */
const reduction = (id: string, title: string, params: Partial<ReductionParams>): KernelCase => {
  const { threads, elements } = schema.parse(params);
  return { id, title, params, ...(elements % (2 * threads) === 0 ? { hides: ['no-bounds-check'] } : {}) };
};

export const cases: readonly KernelCase[] = [
  reduction('2048', 'Whole shares of every CTA', { elements: 2048 }),
  reduction('2000', 'A ragged last CTA', {}),
  // The sums that race are all zero, and stay so.
  { ...reduction('1', 'One element', { elements: 1 }), hides: ['missing-barrier', 'missing-syncwarp'] },
  reduction('31', 'Less than a warp', { elements: 31 }),
  reduction('257', 'One element over', { elements: 257 }),
  reduction('511', 'One element short of two per thread', { elements: 511 }),
  reduction('threads-64', 'Two warps: step 5 has no loop', { threads: 64, elements: 1000 }),
  reduction('threads-64-whole', 'Two warps, whole shares', { threads: 64, elements: 1024 }),
  reduction('threads-128', 'Four warps', { threads: 128, elements: 1001 }),
  reduction('threads-512', 'Sixteen warps', { threads: 512, elements: 3000 }),
  reduction('ctas-1', 'One CTA takes everything', { elements: 3001, ctas: 1 }),
  reduction('ctas-9', 'More CTAs than the input needs', { threads: 128, elements: 999, ctas: 9 }),
];

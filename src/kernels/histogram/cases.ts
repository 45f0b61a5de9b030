/** Named parameter sets: what the tests run, the gallery shows and deep links name. */
import type { KernelCase } from '../kernel.ts';
import type { HistogramParams } from './params.ts';

const histogram = (id: string, title: string, params: Partial<HistogramParams>): KernelCase => ({ id, title, params });

export const cases: readonly KernelCase[] = [
  histogram('4096', 'Whole shares', { elements: 4096 }),
  histogram('4000', 'A ragged last CTA', {}),
  { ...histogram('1', 'One element', { elements: 1 }), hides: ['lost-updates'] },
  histogram('33', 'A warp and one lane', { elements: 33 }),
  histogram('equal', 'All elements in one bin', { spread: 1 }),
  histogram('uniform', 'Elements in all bins', { spread: 0 }),
  histogram('uniform-1024', 'Elements in all of 1,024 bins', { spread: 0, bins: 1024, elements: 3000 }),
  histogram('32-of-256', 'A bin for each bank', { spread: 32, bins: 256 }),
  histogram('equal-512', 'All in one of 512 bins', { spread: 1, bins: 512, elements: 1025 }),
  histogram('pad-0', 'Copies without padding: one bank for all', { spread: 1, pad: 0 }),
  histogram('pad-1', 'Copies a bank apart', { spread: 1, pad: 1 }),
  histogram('copies-2', 'Two copies', { spread: 1, copies: 2 }),
  histogram('copies-8', 'Eight copies', { spread: 1, copies: 8 }),
  histogram('ctas-3', 'Rounds that some CTAs have and others have not', { elements: 20001, ctas: 3, threads: 128 }),
  histogram('copies-8-1024', 'Eight copies of the most bins', { spread: 0, copies: 8, bins: 1024 }),
];

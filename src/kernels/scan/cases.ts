/** Named parameter sets: what the tests run, the gallery shows and deep links name. */
import type { KernelCase } from '../kernel.ts';
import type { ScanParams } from './params.ts';

const scan = (id: string, title: string, params: Partial<ScanParams>): KernelCase => ({ id, title, params });

/** A single thread has a result, which no other thread's sum goes into: that they race is a hazard, no fault. */
const ONE_THREAD: Pick<KernelCase, 'hides'> = { hides: ['missing-barrier'] };

export const cases: readonly KernelCase[] = [
  scan('1024', 'Four whole sections', { elements: 1024 }),
  scan('1000', 'A ragged last section', {}),
  scan('1000-inclusive', 'A ragged last section, inclusive', { inclusive: 1 }),
  { ...scan('1', 'One element', { elements: 1 }), ...ONE_THREAD },
  { ...scan('1-inclusive', 'One element, inclusive', { elements: 1, inclusive: 1 }), ...ONE_THREAD },
  scan('33', 'A warp and one lane', { elements: 33, inclusive: 1 }),
  scan('129', 'One element in the second half of the section', { elements: 129 }),
  scan('257', 'One element in the second section', { elements: 257 }),
  scan('section-64', 'Sections of two warps: the tree has one', { section: 64, elements: 200 }),
  scan('section-64-inclusive', 'Sections of two warps, inclusive', { section: 64, elements: 200, inclusive: 1 }),
  scan('section-1024', 'The largest section', { section: 1024, elements: 1024 }),
  scan('section-1024-ragged', 'The largest section, ragged', { section: 1024, elements: 1500, inclusive: 1 }),
  scan('tile-ragged', 'Three tiles, of which the last is cut', { elements: 2500, ctas: 3 }),
  scan('tile-ragged-inclusive', 'Three tiles by two CTAs, inclusive', { elements: 2501, inclusive: 1 }),
  scan('tile-ring', 'Each stage of the ring a second time', { elements: 8 * 1024, ctas: 1 }),
  scan('tile-turns', 'Five turns of three CTAs', { elements: 15 * 1024, ctas: 3 }),
  scan('tile-8192', 'Large tiles, of which the last is cut', { tile: 8192, elements: 20001, ctas: 2 }),
  scan('tile-idle', 'More CTAs than tiles', { elements: 1500, ctas: 5 }),
];

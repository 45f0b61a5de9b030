/** A thread-value layout that the user typed, as a fragment of a matrix. */
import { MAX_CTA_THREADS } from '../../base/hardware.ts';
import { ok } from '../../base/result.ts';
import { type Layout, layoutRank, offsetAt, sizeOf } from '../layout/layout.ts';
import { type Refusable, refuse } from '../layout/layout-error.ts';
import { type Fragment, threadsOf } from './fragments.ts';

const MOST_CELLS = 2 ** 16;

interface Matrix {
  readonly rows: number;
  readonly columns: number;
}

/** '16, 8', '16 × 8' or '(16,8)'. */
export function readMatrix(text: string): Refusable<Matrix> {
  const match = /^\(?\s*(\d{1,5})\s*[,x×]\s*(\d{1,5})(?:\s*\))?$/.exec(text.trim());
  if (match === null) return refuse('notation', 'expected rows and columns, such as 16, 8');
  const [rows, columns] = [Number(match[1]), Number(match[2])];
  if (rows * columns === 0 || rows * columns > MOST_CELLS)
    return refuse('range', `${rows} × ${columns}: expected 1 to ${MOST_CELLS} elements`);
  return ok({ rows, columns });
}

/** @param layout from (thread, value) to row + rows * column. */
export function ownFragment(layout: Layout, { rows, columns }: Matrix, elementBytes: number): Refusable<Fragment> {
  if (layoutRank(layout) !== 2)
    return refuse('profile', `rank ${layoutRank(layout)}: expected two modes, threads and values`);
  const fragment: Fragment = {
    name: 'own layout',
    part: 'T V',
    rows,
    columns,
    order: 'columns first',
    layout,
    threads: { shape: MAX_CTA_THREADS, stride: 1 },
    elementBytes,
    matrices: 0,
    fromShared: false,
  };
  const threads = threadsOf(fragment);
  if (threads > MAX_CTA_THREADS) return refuse('range', `${threads} threads: a CTA has at most ${MAX_CTA_THREADS}`);
  if (sizeOf(layout) > MOST_CELLS) return refuse('range', `${sizeOf(layout)} values: expected at most ${MOST_CELLS}`);
  return outside(fragment, threads) ?? ok(fragment);
}

/** Refuses the first value that is no element of the matrix. */
function outside({ layout, rows, columns }: Fragment, threads: number): Refusable<never> | null {
  for (let i = 0; i < sizeOf(layout); i++) {
    const element = offsetAt(layout, i);
    if (element < 0 || element >= rows * columns) {
      const value = Math.floor(i / threads);
      return refuse('range', `thread ${i % threads}, value ${value} lies outside the matrix of ${rows} × ${columns}`);
    }
  }
  return null;
}

/** The cases behind a row or a bar. */
import { moveWords } from '../../kernels/permute/variants.ts';
import { BINS, binOf } from '../../model/permute/statistics/bins.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { type LaidCase, laidCases, ratioOf } from '../../model/permute/statistics/summary.ts';
import type { Listed } from '../links/statistics.ts';
import { QUANTITIES } from './distribution-records.ts';

/** Cases with the most conflicts first, then those with the most waste. */
export function casesOf(statistics: Statistics, { strategy, bar }: Listed): LaidCase[] {
  const laid = laidCases(statistics, strategy);
  const inBar = bar === null ? laid : laid.filter(each => binOf(ratioOf(each, bar.quantity), bar.quantity) === bar.bin);
  const ways = (each: LaidCase): number => ratioOf(each, 'store') + ratioOf(each, 'load');
  return inBar.toSorted((a, b) => ways(b) - ways(a) || ratioOf(b, 'bytes') - ratioOf(a, 'bytes'));
}

/** 'Odd row, load: above 1, up to 2'. */
export function listedWords({ strategy, bar }: Listed): string {
  const { title: way } = moveWords(strategy);
  if (bar === null) return way;
  const { title } = QUANTITIES.find(({ id }) => id === bar.quantity)!;
  return `${way}, ${title.toLowerCase()}: ${BINS[bar.quantity][bar.bin].text}`;
}

/** Statistics as the records of three pictures, which share rows and scale. */
import { moveWords } from '../../kernels/permute/variants.ts';
import { BINS, histogramOf } from '../../model/permute/statistics/bins.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { laidCases, type Quantity, ratioOf, strategiesIn } from '../../model/permute/statistics/summary.ts';
import type { DistributionsRecords } from '../../pictures/records.ts';

export const QUANTITIES: readonly { readonly id: Quantity; readonly title: string; readonly text: string }[] = [
  { id: 'store', title: 'Store', text: 'wavefronts per ideal one' },
  { id: 'load', title: 'Load', text: 'wavefronts per ideal one' },
  { id: 'bytes', title: 'Waste', text: 'bytes beyond the elements' },
];

export function distributionsOf(statistics: Statistics): DistributionsRecords[] {
  const laid = strategiesIn(statistics).map(name => ({ name, cases: laidCases(statistics, name) }));
  const total = statistics.cases.filter(({ block }) => block !== null).length;
  return QUANTITIES.map(({ id, title, text }) => ({
    title,
    text,
    unit: 'case',
    each: 'strategy',
    bins: BINS[id],
    rows: laid.map(({ name, cases }) => ({
      name: moveWords(name).title,
      counts: histogramOf(
        cases.map(each => ratioOf(each, id)),
        id,
      ),
    })),
    total,
  }));
}

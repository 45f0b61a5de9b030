import { expect, it } from 'vitest';
import { CASE_SETS } from '../../model/permute/statistics/sets.ts';
import { statisticsAtOnce } from '../../model/permute/statistics/statistics.ts';
import { ratioOf, strategiesIn } from '../../model/permute/statistics/summary.ts';
import { distributionsOf, QUANTITIES } from './distribution-records.ts';
import { casesOf, listedWords } from './listed-cases.ts';

const options = { elementBytes: 4, targetElements: 32, sharedBytes: 48 * 1024 };
const statistics = statisticsAtOnce(CASE_SETS.get('cutt-picks')!.cases(), options);

it('every bar lists as many cases as it counts', () => {
  for (const [at, { rows }] of distributionsOf(statistics).entries())
    for (const [row, { counts }] of rows.entries())
      counts.forEach((count, bin) => {
        const listed = { strategy: strategiesIn(statistics)[row], bar: { quantity: QUANTITIES[at].id, bin } };
        expect(casesOf(statistics, listed), listedWords(listed)).toHaveLength(count);
      });
});

it('the cases with the most conflicts come first', () => {
  const ways = casesOf(statistics, { strategy: 'none', bar: null }).map(
    each => ratioOf(each, 'store') + ratioOf(each, 'load'),
  );
  expect(ways).toHaveLength(6);
  expect(ways).toEqual(ways.toSorted((a, b) => b - a));
});

it('the list is named by what was clicked', () => {
  expect(listedWords({ strategy: 'odd-row', bar: null })).toBe('Odd row');
  expect(listedWords({ strategy: 'odd-row', bar: { quantity: 'load', bin: 1 } })).toBe(
    'Odd row, load: above 1, up to 2',
  );
});

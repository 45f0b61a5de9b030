import { expect, test } from 'vitest';
import { mergedRows } from './sources-table.tsx';

test('sources that speak of one quantity share its row, in the order in which quantities come first', () => {
  const rows = mergedRows({
    predicted: [
      { name: 'Wavefronts', note: 'gcd', key: true, values: ['32', '1'] },
      { name: 'Shared memory', isDetail: true, values: ['4,096 B', '4,224 B'] },
    ],
    emulated: [
      { name: 'Wavefronts', key: true, values: ['32', '2'] },
      { name: 'Faults', values: ['none', '1'] },
    ],
    measured: [{ name: 'Time', values: ['2.2', '1.8'] }],
  });
  expect(rows).toEqual([
    { name: 'Wavefronts', note: 'gcd', key: true, of: { predicted: ['32', '1'], emulated: ['32', '2'] } },
    { name: 'Shared memory', isDetail: true, of: { predicted: ['4,096 B', '4,224 B'] } },
    { name: 'Faults', of: { emulated: ['none', '1'] } },
    { name: 'Time', of: { measured: ['2.2', '1.8'] } },
  ]);
});

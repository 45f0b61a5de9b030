import { describe, expect, test } from 'vitest';
import { type Column, cellsOf, directionOf, nextOrder, sortedRows } from './table-columns.ts';

interface Run {
  readonly name: string;
  readonly ns: number | null;
}

const RUNS: readonly Run[] = [
  { name: 'v10', ns: 3 },
  { name: 'v9', ns: null },
  { name: 'v2', ns: 1 },
  { name: 'same', ns: 3 },
];

const COLUMNS: readonly Column<Run>[] = [
  { key: 'name', name: 'Name', cell: ({ name }) => name, sort: ({ name }) => name },
  { key: 'ns', name: 'Time', cell: ({ ns }) => ns, sort: ({ ns }) => ns },
  { key: 'plain', name: 'Plain', cell: () => '' },
];

const names = (order: string) => sortedRows(RUNS, COLUMNS, order).map(({ name }) => name);

describe('rows', () => {
  test('are sorted by number, equal ones as they come, those without a value last', () => {
    expect(names('ns')).toEqual(['v2', 'v10', 'same', 'v9']);
    expect(names('-ns')).toEqual(['v10', 'same', 'v2', 'v9']);
  });

  test('are sorted by name, numbers in names as numbers', () => {
    expect(names('name')).toEqual(['same', 'v2', 'v9', 'v10']);
    expect(names('-name')).toEqual(['v10', 'v9', 'v2', 'same']);
  });

  test('stay as they come without an order, and with one of a column that has none', () => {
    for (const order of ['', '-', 'plain', '-plain', 'nothing', 'toString'])
      expect(sortedRows(RUNS, COLUMNS, order)).toBe(RUNS);
  });

  test('are sorted down by a second click, and come as they are after a third', () => {
    expect(['', 'ns', '-ns', 'name', '-name'].map(order => nextOrder(order, 'ns'))).toEqual([
      'ns',
      '-ns',
      '',
      'ns',
      'ns',
    ]);
    expect(['', 'ns', '-ns', 'name'].map(order => directionOf(order, 'ns'))).toEqual([
      undefined,
      'ascending',
      'descending',
      undefined,
    ]);
  });
});

test('a wide cell covers the columns behind it', () => {
  const wide = { ...COLUMNS[0], span: ({ ns }: Run) => (ns === null ? 2 : 1) };
  const keys = (run: Run) =>
    cellsOf(run, [wide, ...COLUMNS.slice(1)]).map(({ column, span }) => `${column.key} ${span}`);
  expect(keys(RUNS[0])).toEqual(['name 1', 'ns 1', 'plain 1']);
  expect(keys(RUNS[1])).toEqual(['name 2', 'plain 1']);
});

import { expect, test } from 'vitest';
import { tableText } from './table-text.ts';

test('a table as CSV starts no formula, and as JSON has its columns by name', () => {
  const rows = [
    ['v10', 3],
    ['v9', null],
    ['=1+1', 0],
  ];
  const table = { columns: ['name', 'ns'], rows };
  expect(tableText(table, 'csv')).toBe("name,ns\nv10,3\nv9,\n'=1+1,0\n");
  expect(JSON.parse(tableText(table, 'json'))[1]).toEqual({ name: 'v9', ns: null });
});

import { expect, test } from 'vitest';
import { tableOf, withTable } from './written-table.ts';

test('the table replaces what stands between its marks, and nothing else', () => {
  const text = '<!-- end -->\na\n<!-- written by npm run tables: b -->\n\nold\n\n<!-- end -->\nc';
  expect(withTable(text, 'b', ['new'])).toBe(text.replace('old', 'new'));
  expect(() => withTable(text, 'c', [])).toThrow(/lacks/);
  expect(() => withTable('<!-- written by npm run tables: b -->', 'b', [])).toThrow(/lacks/);
});

test('columns of text to the left, numbers to the right', () => {
  expect(tableOf(['what', 'n'], 1, [['x', '1000']])).toEqual(['| what |    n |', '| ---- | ---: |', '| x    | 1000 |']);
});

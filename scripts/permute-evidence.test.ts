import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rowsOf, withTable } from './permute-evidence.ts';

const README = readFileSync(new URL('../src/model/permute/README.md', import.meta.url), 'utf8');

test.each(['TTC, target 32', 'TTC, target 64'])(
  'the README has the rows of %s as the planner counts them now',
  name => {
    const rows = rowsOf(name);
    expect(rows.length).toBeGreaterThan(4);
    expect(README.includes(rows.join('\n')), `run: node scripts/permute-evidence.ts\n${rows.join('\n')}`).toBe(true);
  },
);

test('the table replaces what stands between its marks, and nothing else', () => {
  const text = 'a\n<!-- written by scripts/permute-evidence.ts -->\n\nold\n\n<!-- end -->\nb';
  expect(withTable(text, ['new'])).toBe(text.replace('old', 'new'));
  expect(() => withTable('a', [])).toThrow(/lacks/);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planPermutation } from '../../src/model/permute/plan.ts';
import { rowsOf } from './permute-costs.ts';

const README = readFileSync(new URL('../../src/model/permute/README.md', import.meta.url), 'utf8');

test.each(['TTC, target 32', 'TTC, target 64'])(
  'the README has the rows of %s as the planner counts them now',
  name => {
    const kept = README.split('\n').map(line => line.replaceAll(/ +/g, ' '));
    const rows = rowsOf(name).map(cells => `| ${cells.join(' | ')} |`);
    expect(rows.length).toBeGreaterThan(4);
    expect(
      kept.filter(line => line.startsWith(`| ${name} |`)),
      'run: npm run tables',
    ).toEqual(rows);
  },
);

test('the README answers the question of two sides as the planner does', () => {
  const plan = planPermutation({ shape: [2, 16, 2], perm: [2, 0, 1], elementBytes: 4 });
  if (!plan.ok) throw new Error(plan.error.message);
  const rows = [...README.matchAll(/^\| (`.*`) +\| [^|]+\| +([\d,]+) \| +(\d) \| +(\d) \|$/gm)];
  const told = rows.flatMap(([, names, bytes, store, load]) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [name, Number(bytes.replace(',', '')), +store, +load]),
  );
  expect(told.map(([name]) => name)).toEqual(['none', 'write-order residue', 'odd-row', 'searched', 'xor']);
  const planned = plan.value.layouts.map(l => [l.strategy, l.sharedBytes, l.store.wavefronts, l.load.wavefronts]);
  for (const row of told) expect(planned).toContainEqual(row);
});

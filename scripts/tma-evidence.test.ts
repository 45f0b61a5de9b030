import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rowsOfTable } from './tma-evidence.ts';

const README = readFileSync(new URL('../src/model/tma/README.md', import.meta.url), 'utf8');
const ROWS = rowsOfTable();

test('the README has the table as the model counts it now', () => {
  const [, written] = README.split('<!-- written by scripts/tma-evidence.ts -->');
  const kept = written
    .split('<!-- end -->')[0]
    .split('\n')
    .map(line => line.replaceAll(/ +/g, ' '));
  const rows = ROWS.map(cells => `| ${cells.join(' | ')} |`);
  expect(kept.filter(line => line.startsWith('|')).slice(2), 'run: node scripts/tma-evidence.ts').toEqual(rows);
});

test('it is what was counted before this model', () => {
  let compared = 0;
  for (const [access, pitch, ...cells] of ROWS) {
    const [none, by32, by64, by128, atom32, , , padded, ...counted] = cells;
    for (const [i, ours] of [none, by32, by64, by128, atom32, padded].entries()) {
      if (counted[i] === '—') continue;
      expect(ours, `${access} ${pitch}`).toBe(counted[i]);
      compared++;
    }
  }
  expect(compared).toBe(25);
});

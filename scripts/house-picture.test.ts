import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directlyBelow, houseOfToday, houseSvg, roomsOf } from './house-picture.ts';
import type { ImportLayer } from './import-table.ts';
import { projectRoot } from './tree.ts';

const layer = (name: string, layers: readonly string[]): ImportLayer => ({
  ...{ name, layers, files: new RegExp(`^${name}/`), packages: [], node: false },
});
const LAYERS = [layer('ground', []), layer('list', ['kernels', 'ground']), layer('kernels', ['list', 'ground'])];

test('layers that import each other are one room; each file is counted once', () => {
  const rooms = roomsOf(LAYERS, ['ground/a.ts', 'list/b.ts', 'kernels/c.ts']);
  expect(rooms).toEqual([
    { name: 'ground', files: 1, below: [] },
    { name: 'kernels', files: 2, below: ['ground'] },
  ]);
});

test('an arrow that follows from others is not drawn', () => {
  const rooms = roomsOf([layer('a', []), layer('b', ['a']), layer('c', ['a', 'b'])], []);
  expect(directlyBelow(rooms, rooms[2])).toEqual(['b']);
  expect(houseSvg(rooms).match(/class="arrow"/g)).toHaveLength(2);
});

/** The counts are those of the day on which it was drawn, since each new file would change them. */
const withoutCounts = (svg: string): string => svg.replaceAll(/\d+ files?/g, 'files');

test('the picture of the house has the rooms and arrows of the import table', () => {
  const drawn = readFileSync(join(projectRoot, 'docs/house.svg'), 'utf8');
  expect(withoutCounts(drawn), 'run: npm run house-picture').toBe(withoutCounts(houseOfToday()));
});

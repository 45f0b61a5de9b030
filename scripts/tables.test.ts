import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PERMUTE_COSTS } from './tables/permute-costs.ts';
import { withTable } from './tables/written-table.ts';
import { writtenTables } from './tables.ts';
import { projectRoot } from './tree.ts';

/** The table of all permutations takes half a minute; `permute-costs.test.ts` tests a part of it. */
const quick = writtenTables(projectRoot).filter(table => table !== PERMUTE_COSTS);

test.each(quick)('$path has the table "$name" as it follows from code and recordings', ({ path, name, lines }) => {
  const text = readFileSync(join(projectRoot, path), 'utf8');
  expect(withTable(text, name, lines()), 'run: npm run tables').toBe(text);
});

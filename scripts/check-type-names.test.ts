import { expect, test } from 'vitest';
import { checkTypeNames } from './check-type-names.ts';
import { projectRoot, treeFrom, treeOf } from './tree.ts';

const findingsOf = (files: Readonly<Record<string, string>>) => checkTypeNames(treeFrom(files));

test('no exported type name of the project is declared in two files', () => {
  expect(checkTypeNames(treeOf(projectRoot))).toEqual([]);
});

test('the same exported name in two files is found, whatever declares it', () => {
  expect(
    findingsOf({
      'src/a.ts': 'export interface Place {\n}\n',
      'server/b.ts': 'export type Place = string;\n',
      'cli/c.ts': 'export class Other {\n}\n',
    }),
  ).toEqual(['Place is a type of server/b.ts and src/a.ts: import one, rename one, or export one less']);
});

test('names of one file alone, values, and imports are no doubles', () => {
  expect(
    findingsOf({
      'src/a.ts': 'export interface Place {\n}\nexport const place = 1;\n',
      'src/b.ts': "import type { Place } from './a.ts';\ninterface Other {\n}\nexport const place = 2;\n",
      'src/c.ts': 'interface Place {\n}\nexport interface Other {\n}\n',
    }),
  ).toEqual([]);
});

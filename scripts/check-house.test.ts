import { describe, expect, test } from 'vitest';
import { checkHouse } from './check-house.ts';
import { treeFrom } from './tree.ts';

const PURPOSES = Object.fromEntries(
  ['src', 'server', 'cuda', 'cli', 'scripts', 'public'].map(folder => [`${folder}/README.md`, 'One line.\n']),
);
const check = (files: Record<string, string>) => checkHouse(treeFrom({ ...PURPOSES, ...files }));

test('a tidy tree has no findings', () => {
  const map = '- `base/`: bits\n';
  expect(check({ 'src/README.md': map, 'src/base/bank-map.geometry.ts': 'export const a = 1;' })).toEqual([]);
});

describe('names', () => {
  test.each(['cli/bankMap.ts', 'cli/Bank-map.ts', 'cli/bank_map.ts', 'cli/Runs/a.ts'])('%s is not kebab-case', path => {
    expect(check({ [path]: '' })).toEqual([expect.stringContaining('is not kebab-case')]);
  });

  test('of Python modules are identifiers', () => {
    expect(check({ 'cuda/baselines/stop_rule.py': '' })).toEqual([]);
    expect(check({ 'cuda/baselines/StopRule.py': '' })).toEqual([expect.stringContaining('is not kebab-case')]);
  });

  test.each(['utils.ts', 'bank-utils.ts', 'common/a.ts', 'string-helpers.ts', 'run-manager.ts'])(
    '%s says nothing',
    name => {
      expect(check({ [`cli/${name}`]: '' })).toEqual([expect.stringContaining('does not say what it is about')]);
    },
  );

  test("nvcc's architectures keep their underscore", () => {
    expect(check({ 'cli/tile-32.sm_75.ptx': '', 'cli/strides-sm_120a.ptx': '' })).toEqual([]);
  });

  test('a name may contain such a word inside another', () => {
    expect(check({ 'cli/commons-licence.ts': '' })).toEqual([]);
  });
});

describe('purposes', () => {
  test('each top folder says what it is for', () => {
    const { 'cuda/README.md': _, ...others } = PURPOSES;
    expect(checkHouse(treeFrom(others))).toEqual([expect.stringContaining('cuda/README.md is missing')]);
  });

  test('src/README.md names each of its folders', () => {
    expect(check({ 'src/base/a.ts': '' })).toEqual(['src/README.md does not say what `base/` is for']);
  });
});

test('a size of the hardware is declared once', () => {
  const hardware = 'export const LANES = 32;\nexport const WORD_BYTES = 4;\n';
  const tree = { 'src/README.md': '- `base/`: bits\n- `trace/`: rows\n', 'src/base/hardware.ts': hardware };
  const fine = "import { LANES } from '../base/hardware.ts';\nconst WORD_BYTES = [4, 8];\nconst MOST_LANES = 32;";
  expect(check({ ...tree, 'src/trace/a.ts': fine })).toEqual([]);
  expect(check({ ...tree, 'src/trace/a.ts': 'export const LANES = 32;\n  const WORD_BYTES = 2 * 2;' })).toEqual([
    'src/trace/a.ts declares LANES again: import it from src/base/hardware.ts',
    'src/trace/a.ts declares WORD_BYTES again: import it from src/base/hardware.ts',
  ]);
});

describe('mentions', () => {
  test.each(['work', 'tmp', 'home', 'root'])('a path below /%s', folder => {
    expect(check({ 'cli/a.ts': `const path = '/${folder}/somebody';` })).toEqual([
      expect.stringMatching(/^cli\/a\.ts:1 mentions a path of one machine/),
    ]);
  });

  test('a path below a folder of that name inside the project is fine', () => {
    expect(check({ 'cli/a.ts': "import './work/a.ts'; base + '../work/b';" })).toEqual([]);
  });

  test.each([`https://${['registry', 'example', 'org'].join('.')}/x`, ['registry', 'npm', 'example'].join('.')])(
    'a registry: %s',
    text => {
      expect(check({ 'cli/a.json': text })).toHaveLength(1);
    },
  );

  test.each(['as issue 12 asks', 'as issue #12 asks', 'a helper', 'in the last session'])('%s', text => {
    expect(check({ 'README.md': text })).toHaveLength(1);
  });

  test('words of the field are fine', () => {
    expect(check({ 'README.md': 'One lane issues the copy. The session cookie.' })).toEqual([]);
  });
});

test('documents name tests that exist', () => {
  const files = {
    'src/README.md': '- `base/`: see `bits.test.ts` and `../base/bits.test.ts`\n',
    'src/base/bits.test.ts': '',
  };
  expect(check(files)).toEqual([]);
  expect(check({ ...files, 'server/README.md': 'held by `gone.test.ts`\n' })).toEqual([
    'server/README.md names gone.test.ts, which does not exist',
  ]);
});

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isCode, isTestOnly, projectRoot, treeOf } from './tree.ts';

const started = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/pipeline-events.ts', ...words], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

const USAGE = 'usage: npm run pipeline-events -- CAPTURE FILE [--cta N]\n';

test('--help prints how the script is called', () => {
  expect(started('--help')).toEqual({ status: 0, stdout: USAGE, stderr: '' });
});

test.each([
  ['an option that it does not know', ['--nonsense'], "Unknown option '--nonsense'"],
  ['an option without its value', ['a', 'b', '--cta'], "Option '--cta <value>' argument missing"],
  ['a file that is missing', ['a'], 'a capture and a file are needed'],
])('%s is named, with the usage', (_, words, problem) => {
  expect(started(...words)).toEqual({ status: 2, stdout: '', stderr: `${problem}\n${USAGE}` });
});

test('no other script reads its words by itself', () => {
  const tree = treeOf(projectRoot);
  const scripts = tree.paths.filter(path => path.startsWith('scripts/') && isCode(path) && !isTestOnly(path));
  expect(scripts.filter(path => tree.read(path).includes('parseArgs('))).toEqual(['scripts/command-line.ts']);
});

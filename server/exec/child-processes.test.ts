/**
 * Tests rules about source text that no type can express: child processes start only in this folder, and never through a
 * shell.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const server = join(import.meta.dirname, '..');
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(path => /\.ts$/.test(path) && !/\.test\.ts$/.test(path) && !path.startsWith('fixtures/'))
  .map(path => ({ path, text: readFileSync(join(server, path), 'utf8') }));

const childProcess = /child_process/;
const offenders = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

/** The first of them runs inside a job, before its command. */
const door = ['exec/enter-view.ts', 'exec/exec.ts', 'exec/job.ts'];

it('child processes have one door', () => {
  expect(offenders(childProcess).sort()).toEqual(door);
});

it('there is no shell behind it', () => {
  const imported = sources.flatMap(
    ({ text }) => /import \{(.*)\} from 'node:child_process'/.exec(text)?.[1].split(',') ?? [],
  );
  expect(new Set(imported.map(name => name.trim()))).toEqual(new Set(['spawn', 'spawnSync', 'type ChildProcess']));
  // A place's shell is a value of ours, no option of spawn.
  expect(offenders(/shell: (?!false|PlaceShell)/)).toEqual([]);
  expect(offenders(/shell: false/).sort()).toEqual(door);
});

it('one file knows where the kernels come from', () => {
  expect(offenders(/kernels\/catalog\.ts/)).toEqual(['toolchain/catalog.ts']);
});

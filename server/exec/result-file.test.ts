import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { keepResult, readResult } from './result-file.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'kernel.ptx');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isResult = async (): Promise<boolean> => {
  const [bytes, isKept] = [await readResult(path, 8), await keepResult(path, 8)];
  expect(isKept).toBe(bytes !== null);
  return isKept;
};

it('is a regular file of up to so many bytes', async () => {
  writeFileSync(path, '12345678');
  expect(await isResult()).toBe(true);
  expect(String(await readResult(path, 8))).toBe('12345678');
});

it.each<[string, () => void]>([
  ['a pipe, which keeps whoever opens it waiting', () => void spawnSync('mkfifo', [path])],
  [
    'a link to another file',
    () => {
      writeFileSync(join(folder, 'secret'), 'secret');
      symlinkSync('secret', path);
    },
  ],
  [
    'a second name of another file',
    () => {
      writeFileSync(join(folder, 'secret'), 'secret');
      linkSync(join(folder, 'secret'), path);
    },
  ],
  ['a folder', () => mkdirSync(path)],
  ['a byte too many', () => writeFileSync(path, '123456789')],
  [
    'many bytes that take no room',
    () => {
      writeFileSync(path, '1');
      truncateSync(path, 2 ** 40);
    },
  ],
  ['no byte', () => writeFileSync(path, '')],
  ['nothing at all', () => {}],
])('is not %s', async (_, leave) => {
  leave();
  expect(await isResult()).toBe(false);
});

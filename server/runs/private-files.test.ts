import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { makePrivate } from './private-files.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'data/builds'), { recursive: true });
  for (const [name, mode] of [
    ['history.sqlite', 0o644],
    ['builds/a.json', 0o666],
    ['builds/program', 0o755],
    ['kept', 0o400],
  ] as const) {
    writeFileSync(join(folder, 'data', name), '');
    chmodSync(join(folder, 'data', name), mode);
  }
  for (const name of ['data', 'data/builds']) chmodSync(join(folder, name), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (name: string): string => (statSync(join(folder, name)).mode & 0o777).toString(8);

it('closes what others could read, and leaves what is closed', () => {
  expect(makePrivate(join(folder, 'data'))).toEqual([]);
  const names = ['', '/builds', '/history.sqlite', '/builds/a.json', '/builds/program', '/kept'];
  expect(names.map(name => modeOf(`data${name}`))).toEqual(['700', '700', '600', '600', '700', '400']);
});

it('does not follow a link out of the folder', () => {
  writeFileSync(join(folder, 'mine'), '');
  chmodSync(join(folder, 'mine'), 0o644);
  symlinkSync(join(folder, 'mine'), join(folder, 'data/link'));
  expect(makePrivate(join(folder, 'data'))).toEqual([]);
  expect(modeOf('mine')).toBe('644');
});

it('says which files it cannot close, and why', () => {
  const notMine = (): never => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  };
  const path = join(folder, 'data/history.sqlite');
  expect(makePrivate(path, notMine)).toEqual([
    `other users of this machine can reach ${path}, and that cannot be changed (it belongs to another user): use --data-dir with a folder of your own`,
  ]);
  expect(makePrivate(path, () => {})[0]).toContain(`${path}: its file system keeps no permissions`);
});

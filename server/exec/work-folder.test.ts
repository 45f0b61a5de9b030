import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processesIn, temporaryFolder, until } from '../fixtures/test-server.ts';
import { findProgram } from './containment.ts';
import { createWorkRoot } from './work-folder.ts';

let parent = '';
beforeEach(() => {
  parent = temporaryFolder();
});
afterEach(() => rm(parent, { recursive: true, force: true }));

describe('a work folder', () => {
  it('is private, fresh, and gone afterwards', async () => {
    const root = await createWorkRoot(parent);
    const folders = await Promise.all(
      [1, 2].map(() =>
        root.inFolder(async folder => {
          expect(statSync(folder).mode & 0o777).toBe(0o700);
          expect(readdirSync(folder)).toEqual([]);
          writeFileSync(join(folder, 'left'), '');
          return folder;
        }),
      ),
    );
    expect(new Set(folders).size).toBe(2);
    expect(folders.map(folder => existsSync(folder))).toEqual([false, false]);
    await root.remove();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('is gone after a failure', async () => {
    const root = await createWorkRoot(parent);
    let seen = '';
    const failing = root.inFolder(async folder => {
      seen = folder;
      throw new Error('bug');
    });
    await expect(failing).rejects.toThrow('bug');
    expect(existsSync(seen)).toBe(false);
  });

  it('takes a symbolic link away, not what it points to', async () => {
    const outside = join(parent, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'kept'), '');
    const root = await createWorkRoot(join(parent, 'work'));
    await root.inFolder(async folder => symlinkSync(outside, join(folder, 'link')));
    expect(readdirSync(outside)).toEqual(['kept']);
  });
});

const locksIn = (): string[] => readdirSync(parent).filter(name => name.endsWith('.lock'));

/** A server that is killed while its job runs; returns its work folder. */
async function killedWithJob(how: 'bare' | 'contained'): Promise<string> {
  const server = spawn(process.execPath, [join(import.meta.dirname, '../fixtures/start-job.ts'), parent, how]);
  const files = (): string[] => readdirSync(parent, { recursive: true, encoding: 'utf8' });
  await until(() => files().some(path => path.endsWith('ready')));
  const [folder] = locksIn().map(name => join(parent, name.replace('.lock', '')));
  // While it is alive, another start leaves the folder alone.
  await (await createWorkRoot(parent)).remove();
  expect(processesIn(folder).length).toBeGreaterThan(0);
  server.kill('SIGKILL');
  await once(server, 'exit');
  return folder;
}

describe('after a server was killed', () => {
  it('its folder and the processes of its job are gone with the next start', async () => {
    const folder = await killedWithJob('bare');
    expect(processesIn(folder).length).toBeGreaterThan(0);
    const root = await createWorkRoot(parent);
    expect(processesIn(folder)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    await root.remove();
    expect(readdirSync(parent)).toEqual([]);
  });

  it.skipIf(findProgram('setpriv') === null)('its job ends at once, without a next start', async () => {
    const folder = await killedWithJob('contained');
    await until(() => processesIn(folder).length === 0);
  });
});

describe('a work folder of another server', () => {
  /** Leaves files of an owner on the running kernel, or on that of another host. */
  async function leave(kernel: string | null, silentDays: number): Promise<string> {
    const root = await createWorkRoot(parent);
    const [lock] = locksIn();
    const text = readFileSync(join(parent, lock));
    await root.remove();
    const name = kernel === null ? lock : lock.replace(/^[0-9a-f]{8}/, kernel);
    const folder = join(parent, name.replace('.lock', ''));
    mkdirSync(join(folder, 'job'), { recursive: true });
    writeFileSync(join(parent, name), text);
    const then = new Date(Date.now() - silentDays * 24 * 3600_000);
    utimesSync(join(parent, name), then, then);
    return folder;
  }

  it('is left alone while that one lives, also when it has our process number', async () => {
    const other = await createWorkRoot(parent);
    await other.inFolder(async folder => {
      const root = await createWorkRoot(parent);
      expect(existsSync(folder)).toBe(true);
      await root.remove();
      expect(existsSync(folder)).toBe(true);
    });
    await other.remove();
  });

  it.each<[string, string | null, number, boolean]>([
    ['of this host that is dead goes at once', null, 0, false],
    ['of another host stays, since its lock may not reach us', 'ffffffff', 6, true],
    ['of another host goes when it has said nothing for long', 'ffffffff', 8, false],
  ])('%s', async (_, kernel, silentDays, stays) => {
    const folder = await leave(kernel, silentDays);
    const root = await createWorkRoot(parent);
    expect(existsSync(folder)).toBe(stays);
    expect(existsSync(`${folder}.lock`)).toBe(stays);
    await root.remove();
  });

  it('is a folder with a lock: whatever else lies there is not ours', async () => {
    mkdirSync(join(parent, 'notes/job'), { recursive: true });
    await (await createWorkRoot(parent)).remove();
    expect(readdirSync(parent)).toEqual(['notes']);
  });
});

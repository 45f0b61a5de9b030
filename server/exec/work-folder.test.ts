import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { createWorkRoot } from './work-folder.ts';

/** Above the largest pid that Linux gives. */
const DEAD_PID = 4_194_305;

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

  it('is swept when its server is dead, and left alone when it lives', async () => {
    for (const name of [`${DEAD_PID}-abc`, `${process.pid}-abc`, 'notes'])
      mkdirSync(join(parent, name, 'job'), { recursive: true });
    const root = await createWorkRoot(parent);
    expect(existsSync(join(parent, `${DEAD_PID}-abc`))).toBe(false);
    expect(existsSync(join(parent, `${process.pid}-abc/job`))).toBe(true);
    expect(existsSync(join(parent, 'notes/job'))).toBe(true);
    await root.remove();
  });
});

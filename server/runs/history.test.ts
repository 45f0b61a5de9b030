/** Tests the interface to the history's thread, with everything that may happen to its file. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordOf, timed } from '../../src/trace/fixtures/run-records.ts';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { History } from './history.ts';

const patience = { openingMs: 200, callMs: 300 };

let folder = '';
let file = '';
let history: History;
beforeEach(async () => {
  folder = temporaryFolder();
  file = join(folder, 'history.sqlite');
  history = await History.open(file, patience);
});
afterEach(async () => {
  await history.close();
  rmSync(folder, { recursive: true });
});

const records = [recordOf('tiled', timed(1000))];

/** Another program that has the file open, until the returned function is called. */
function locked(how: 'IMMEDIATE' | 'EXCLUSIVE'): () => void {
  const other = new DatabaseSync(file);
  if (how === 'EXCLUSIVE') other.exec('PRAGMA locking_mode = EXCLUSIVE');
  other.exec(`BEGIN ${how}; CREATE TABLE IF NOT EXISTS lock (x)`);
  return () => other.close();
}

it('answers with what it kept', async () => {
  const added = await history.ask('addRuns', records);
  expect(added).toEqual({ ok: true, value: [{ id: 1, record: records[0] }] });
  expect(await history.ask('runs', { limit: 1 })).toMatchObject({ ok: true, value: { next: null } });
});

it('says in words that another program has locked the file; meanwhile the page is read, and this thread is free', async () => {
  await history.ask('addRuns', records);
  const unlock = locked('IMMEDIATE');
  let isWriting = true;
  const writing = history.ask('addRuns', records).finally(() => {
    isWriting = false;
  });
  const page = await history.ask('runs', { limit: 9 });
  expect([isWriting, page.ok]).toEqual([true, true]);
  const refused = await writing;
  expect(refused).toMatchObject({ ok: false, error: { kind: 'locked' } });
  expect(refused.ok || refused.error.message).toMatch(
    /history\.sqlite in the data folder is locked by another program: close/,
  );
  unlock();
  expect((await history.ask('addRuns', records)).ok).toBe(true);
});

it('waits for a lock that is let go', async () => {
  const unlock = locked('IMMEDIATE');
  const writing = history.ask('addRuns', records);
  await history.ask('runs', { limit: 1 });
  unlock();
  expect((await writing).ok).toBe(true);
});

it('says in words that the file is damaged, and leaves it as it is', async () => {
  await history.ask('addRuns', records);
  await history.close();
  const rubbish = Buffer.alloc(20 * 4096, 'rubbish');
  const before = new DatabaseSync(file);
  before.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  before.close();
  history = await History.open(file, patience);
  writeFileSync(file, rubbish, { flag: 'r+' });
  const answer = await history.ask('addRuns', records);
  expect(answer).toMatchObject({ ok: false, error: { kind: expect.stringMatching(/damaged|foreign/) } });
});

it('says in words that its folder is gone, or that another program has put a file of its own there', async () => {
  rmSync(folder, { recursive: true });
  expect(await history.ask('addRuns', records)).toMatchObject({ ok: false, error: { kind: 'unopened' } });
  mkdirSync(folder);
  writeFileSync(file, 'the notes of another program, longer than the header of a database would be'.repeat(9));
  expect(await history.ask('addRuns', records)).toMatchObject({ ok: false, error: { kind: 'foreign' } });
  rmSync(file);
  expect((await history.ask('addRuns', records)).ok).toBe(true);
});

it('takes no more than it can hold, and answers all that it took', async () => {
  const asked = Array.from({ length: 70 }, () => history.ask('runs', { limit: 1 }));
  const kinds = (await Promise.all(asked)).map(answer => (answer.ok ? 'answered' : answer.error.kind));
  expect(kinds.filter(kind => kind === 'crowded')).toHaveLength(6);
  expect(kinds.filter(kind => kind === 'answered')).toHaveLength(64);
});

it('does what it was asked before it closes, and says afterwards that it is closed', async () => {
  const asked = history.ask('addRuns', records);
  await history.close();
  expect((await asked).ok).toBe(true);
  expect(await history.ask('runs', { limit: 1 })).toMatchObject({ ok: false, error: { kind: 'stopped' } });
});

it('is not opened where another program holds the file for itself', async () => {
  await history.close();
  const unlock = locked('EXCLUSIVE');
  await expect(History.open(file, patience)).rejects.toThrow(`${file} is locked by another program: close`);
  unlock();
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { createExec } from './exec.ts';
import type { ResidentOrder } from './resident.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that stays until it is ended. */
const order = (at: string): ResidentOrder => ({
  ...{ file: '/bin/sleep', argv: ['1000'], folder: at, view: null, maxErrorBytes: 4096, onOutput: () => {} },
  limits: { cpuSeconds: 20, fileBytes: 1 << 20, processes: 200, memoryBytes: null },
});

it('a process that stays is ended by a signal that has come before it', async () => {
  const exec = await createExec(join(folder, 'work'));
  const { end } = await exec.inFolder(at => exec.stay({ ...order(at), signal: AbortSignal.abort() }).ended);
  expect(end).toEqual({ kind: 'cancelled' });
  await exec.close();
});

it('a server that ends waits for no process that is started while it does', async () => {
  const exec = await createExec(join(folder, 'work'));
  const first = exec.inFolder(async at => {
    await exec.stay(order(at)).ended;
    return exec.stay(order(at)).ended;
  });
  await exec.close();
  expect((await first).end).toEqual({ kind: 'cancelled' });
});

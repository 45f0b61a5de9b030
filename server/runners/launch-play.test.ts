/** What is said of a launch that cannot be started again. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Launch } from '../../src/trace/launch.ts';
import { writeLaunchJob } from './launch-play.ts';

const folder = await mkdtemp(join(tmpdir(), 'play-'));
afterAll(() => rm(folder, { recursive: true }));

const LAUNCH: Launch = { entry: 'k', grid: [1, 1, 1], block: [1, 1, 1], buffers: [], params: [] };
const MODULE = '.version 8.0\n.target sm_90\n.address_size 64\n';

it('a program of several modules is not given to the driver, which takes one', async () => {
  const order = (ptx: string) => ({
    ptx: new TextEncoder().encode(ptx),
    launch: LAUNCH,
    variables: {},
    isCooperative: false,
  });
  expect(await writeLaunchJob(folder, order(MODULE + MODULE))).toEqual({
    ok: false,
    error: 'it cannot be started again: its PTX has 2 modules, which are linked for the emulator alone',
  });
  expect(await readdir(folder)).toEqual([]);
  expect((await writeLaunchJob(folder, order(MODULE))).ok).toBe(true);
});

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { builtC, viewsWork } from '../fixtures/views.ts';
import { buildConfine } from './confine.ts';
import { findProgram } from './containment.ts';
import { createExec, type Exec } from './exec.ts';

let folder = '';
let exec: Exec;
beforeAll(async () => {
  folder = temporaryFolder();
  exec = await createExec(folder);
});
afterAll(async () => {
  await exec.close();
  rmSync(folder, { recursive: true });
});

describe('the program that takes rights away', () => {
  it.skipIf(findProgram('cc') === null)('is built by the host compiler, for as long as the server runs', async () => {
    const built = await buildConfine(exec, findProgram('cc')!);
    expect(built).toEqual({ ok: true, value: join(exec.folder, 'confine') });
  });

  it('is none where nothing builds it, and the words say what is wrong', async () => {
    const built = await buildConfine(exec, '/bin/false');
    expect(built).toMatchObject({ ok: false, error: expect.stringContaining('does not build') });
  });

  it.skipIf(!viewsWork)('hands no open file on that somebody left to the server', () => {
    const program = `exec 7</; exec ${builtC('../exec/confine.c')} -- /bin/ls /proc/self/fd`;
    const { stdout } = spawnSync('unshare', ['--user', '--map-root-user', '/bin/sh', '-c', program]);
    // The last one is the folder that is being listed.
    expect(String(stdout).trim().split('\n')).toEqual(['0', '1', '2', '3']);
  });
});

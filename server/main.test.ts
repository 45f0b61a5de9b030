/** Tests the program itself: what it prints, and how it ends. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startedProgram } from './fixtures/started-program.ts';
import { send, temporaryFolder, until } from './fixtures/test-server.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (...words: string[]) => startedProgram('--data-dir', folder, ...words);

it('prints the link, serves under it, and ends cleanly when asked to', async () => {
  const { child, printed, ended } = start('--port', '0');
  await until(() => printed.stdout.includes('#token='));
  const [, port, token] =
    /http:\/\/127\.0\.0\.1:(\d+)\/#token=([\w-]{43})\n/.exec(printed.stdout) ?? expect.fail(printed.stdout);
  const headers = { 'x-lanescape': '1', authorization: `Bearer ${token}` };
  expect((await send({ port: Number(port) }, '/api/machine', { headers })).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(printed.stderr).toBe('');
  expect(readdirSync(join(folder, 'work'))).toEqual([]);
});

it('refuses an open door to the network, in one line', async () => {
  const { printed, ended } = start('--host', '0.0.0.0', '--no-token');
  expect(await ended).toBe(2);
  expect(printed.stdout).toBe('');
  expect(printed.stderr).toMatch(/^--no-token: .*a token is needed[^\n]*\n$/);
});

it('says what it takes', async () => {
  const { printed, ended } = start('--help');
  expect(await ended).toBe(0);
  expect(printed.stdout).toContain('--data-dir');
});

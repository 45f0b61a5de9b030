import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestServer, temporaryFolder } from './fixtures/test-server.ts';
import { readServerFiles } from './running-servers.ts';
import { serverFileName, writeServerFile } from './server-file.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const address = { url: 'http://127.0.0.1:4780', token: 'secret' };
/** Greater than any process number of Linux. */
const NOBODY = 2 ** 22 + 1;

it('a server is found as long as it runs, by its user alone', async () => {
  const server = await startTestServer();
  expect(readServerFiles(server.dataDir)).toEqual([{ url: server.url, token: server.token }]);
  const [name] = readdirSync(server.dataDir).filter(each => each.startsWith('server-'));
  expect(statSync(join(server.dataDir, name)).mode & 0o777).toBe(0o600);
  await server.close();
  expect(readServerFiles(server.dataDir)).toEqual([]);
  await server.end();
});

it('what a killed server left is not believed, and removed by the next', () => {
  const left = join(folder, serverFileName(NOBODY));
  writeFileSync(left, JSON.stringify(address));
  expect(readServerFiles(folder)).toEqual([]);
  const remove = writeServerFile(folder, { ...address, token: null });
  expect(existsSync(left)).toBe(false);
  expect(readServerFiles(folder)).toEqual([{ ...address, token: null }]);
  remove();
  expect(readdirSync(folder)).toEqual([]);
});

it("a server of another container or host is neither believed nor removed, whatever its process's number is", () => {
  const foreign = [NOBODY, process.pid].map(pid => join(folder, serverFileName(pid, '01234567')));
  for (const file of foreign) writeFileSync(file, JSON.stringify(address));
  writeServerFile(folder, address)();
  expect(foreign.filter(existsSync)).toEqual(foreign);
  expect(readServerFiles(folder)).toEqual([]);
});

it.each(['', '{"url":', '{"url":"http://127.0.0.1:1/evil?x","token":null}', '{"url":"file:///etc","token":"x"}', '[]'])(
  'is no server: %s',
  text => {
    writeFileSync(join(folder, serverFileName(process.pid)), text);
    expect(readServerFiles(folder)).toEqual([]);
  },
);

it('a folder that is not there, and other files, are no servers', () => {
  mkdirSync(join(folder, 'work'));
  writeFileSync(join(folder, 'server.json'), JSON.stringify(address));
  expect(readServerFiles(folder)).toEqual([]);
  expect(readServerFiles(join(folder, 'none'))).toEqual([]);
});

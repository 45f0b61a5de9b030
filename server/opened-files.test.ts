/** What the page may read of this machine: the files that the command line named, by their number, and nothing else. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openedFilesSchema } from '../src/contract/opened-files.ts';
import { clientHeaders, send, startTestServer, type TestServer, temporaryFolder } from './fixtures/test-server.ts';
import { filesToOpen } from './opened-files.ts';

let server: TestServer | null = null;
afterEach(async () => {
  await server?.end();
  server = null;
});

function namedFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'softmax-1/buffers'), { recursive: true });
  writeFileSync(join(folder, 'softmax-1/capture.json'), '{"a":1}');
  writeFileSync(join(folder, 'softmax-1/buffers/0.before'), 'bytes');
  writeFileSync(join(folder, 'secret'), 'secret');
  symlinkSync(join(folder, 'secret'), join(folder, 'softmax-1/link'));
  return folder;
}

it('lists files of a folder, and follows no link out of it', () => {
  const folder = namedFolder();
  const { listed } = filesToOpen([join(folder, 'softmax-1')]);
  expect(listed.map(({ name, bytes }) => [name, bytes]).sort()).toEqual([
    ['softmax-1/buffers/0.before', 5],
    ['softmax-1/capture.json', 7],
  ]);
  expect(() => filesToOpen([join(folder, 'nothing')])).toThrow(/nothing: expected a file/);
});

it('answers with them to its own page alone', async () => {
  const folder = namedFolder();
  server = await startTestServer({ show: [join(folder, 'softmax-1')] });
  const headers = clientHeaders(server);
  const list = await send(server, '/api/opened', { headers });
  const { files } = openedFilesSchema.parse(JSON.parse(list.body));
  const at = files.findIndex(({ name }) => name === 'softmax-1/capture.json');
  expect((await send(server, `/api/opened/${at}`, { headers })).body).toBe('{"a":1}');
  for (const path of ['2', '-1', '../secret', 'softmax-1', '%2e%2e', '99999']) {
    const { status, body } = await send(server, `/api/opened/${path}`, { headers });
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain('secret"');
  }
  const { authorization: _, Authorization: __, ...strange } = headers as Record<string, string>;
  expect((await send(server, '/api/opened', { headers: strange })).status).toBe(401);
  const foreign = { ...headers, Origin: 'http://evil.example' };
  expect((await send(server, `/api/opened/${at}`, { headers: foreign })).status).toBe(403);
});

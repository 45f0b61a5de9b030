import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileBehind, serveDist } from './dist-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'lanescape-dist-'));
mkdirSync(join(folder, 'ptx'));
writeFileSync(join(folder, 'index.html'), '<h1>home</h1>');
writeFileSync(join(folder, 'ptx/a.ptx'), '.version 8.0');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('serves a folder below a base path, with types', async () => {
  const dist = await serveDist(folder, '/some/path/');
  const home = await fetch(`${dist.url}?a=1`);
  expect(await home.text()).toBe('<h1>home</h1>');
  expect(home.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await (await fetch(`${dist.url}ptx/a.ptx`)).text()).toBe('.version 8.0');
  expect((await fetch(`${dist.url}b.js`)).status).toBe(404);
  expect((await fetch(new URL('/', dist.url))).status).toBe(404);
  await dist.close();
});

test('nothing outside of the folder or the base path', () => {
  expect(fileBehind('/d', '/base/', '/base/../secret')).toBeNull();
  expect(fileBehind('/d', '/base/', '/base/%2e%2e/secret')).toBeNull();
  expect(fileBehind('/d', '/base/', '/else/a.js')).toBeNull();
  expect(fileBehind('/d', '/base/', '/base/a/')).toBe(join('/d', 'a/index.html'));
});

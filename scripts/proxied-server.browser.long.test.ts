/**
 * The recipe for Jupyter in docs/hosting.md: the server behind a proxy below a path, which gives each request the server's own Host
 * and Origin, as `jupyter-server-proxy` does by `request_headers_override`. The proxy here is a stand-in.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exhibitOn } from '../src/app/browser/fixtures/exhibit-object.ts';
import { API_PATHS, CLIENT_HEADER } from '../src/contract/api-address.ts';
import { launchBrowser } from './browser.ts';
import { projectRoot } from './tree.ts';

const BASE = '/user/somebody/lanescape/';
const recipe = readFileSync(join(projectRoot, 'docs/hosting.md'), 'utf8');
const quoted = (name: string): string => new RegExp(`"${name}": ([[{].*[\\]}]),`).exec(recipe)?.[1] ?? '';

const folder = mkdtempSync(join(tmpdir(), 'lanescape-proxied-'));
let child: ChildProcess;
let port: number;
let browser: Browser;
const proxies: Server[] = [];

/** Passes everything on, with `headers` in place of the browser's. Returns its address. */
async function proxyWith(headers: Readonly<Record<string, string>>): Promise<string> {
  const ours = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const proxy = createServer((asked, answer) => {
    const path = `/${(asked.url ?? '').slice(BASE.length)}`;
    const options = { host: '127.0.0.1', port, path, method: asked.method, headers: { ...asked.headers, ...ours } };
    const passed = request(options, given => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  proxies.push(proxy);
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${BASE}`;
}

beforeAll(async () => {
  const [program, ...words]: string[] = JSON.parse(quoted('command'));
  expect(program).toBe('lanescape');
  const given = words.map(word => word.replace('{port}', '0'));
  const all = [join(projectRoot, 'cli/lanescape.mjs'), ...given, '--data-dir', folder];
  child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] });
  port = await new Promise<number>(resolve => {
    let printed = '';
    child.stdout!.setEncoding('utf8').on('data', text => {
      printed += text;
      const [, found] = /127\.0\.0\.1:(\d+)\/#token=none/.exec(printed) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  child?.kill('SIGTERM');
  for (const proxy of proxies) proxy.close();
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const askMachine = async (address: string): Promise<number> => {
  const headers = { [CLIENT_HEADER.name]: CLIENT_HEADER.value, origin: new URL(address).origin };
  return (await fetch(new URL(API_PATHS.machine.slice(1), address), { headers })).status;
};

test('the page stands below the path, and finds its server', async () => {
  const address = await proxyWith(JSON.parse(quoted('request_headers_override').replaceAll('{port}', String(port))));
  const page = await browser.newPage();
  await page.goto(`${address}#token=none`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lanescape.server'))).toBe('1');
  await page.goto(`${address}#/banks/transpose`);
  await exhibitOn(page).settled();
  expect(await askMachine(address)).toBe(200);
});

test('without the headers of the recipe the server refuses', async () => {
  expect(await askMachine(await proxyWith({}))).toBe(403);
});

test('what the proxy started is the server itself, and ends when it is told to', async () => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

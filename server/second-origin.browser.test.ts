/**
 * What a page from another origin can do to the server in a real browser. The foreign pages come from another port of the
 * same address (the closest case: same site, and the browser sends our cookie too) and from another host.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { clientHeaders, compileRequest, send, startTestServer, type TestServer } from './fixtures/test-server.ts';

/** A page with our own policy: its inline script breaks the policy, so it must not run. */
const INDEX = `<!doctype html><title>own</title><script>document.title = 'inline'</script><script type="module" src="/assets/own.js"></script>
<p id="diagnostics"></p>`;

let server: TestServer;
let stranger: Server;
let browser: Browser;
let context: BrowserContext;
let own: Page;
let strangerPort = 0;

beforeAll(async () => {
  server = await startTestServer({}, {}, checkout => {
    mkdirSync(join(checkout, 'dist/assets'), { recursive: true });
    writeFileSync(join(checkout, 'dist/index.html'), INDEX);
    writeFileSync(join(checkout, 'dist/assets/own.js'), 'window.loaded = true;');
  });
  stranger = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>stranger</title>');
  });
  await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve));
  strangerPort = (stranger.address() as AddressInfo).port;
  browser = await launchBrowser();
  context = await browser.newContext();
  own = await context.newPage();
  await own.goto(`${server.url}/#token=${server.token}`);
});

afterAll(async () => {
  await browser?.close();
  stranger?.closeAllConnections();
  stranger?.close();
  await server?.end();
});

const post = (page: Page, path: string, body: unknown) =>
  page.evaluate(
    async ([address, text]) => {
      const headers = { 'X-Lanescape': '1', 'Content-Type': 'application/json' };
      const response = await fetch(address, { method: 'POST', headers, body: text });
      return { status: response.status, text: await response.text() };
    },
    [path, JSON.stringify(body)],
  );

describe('our own page', () => {
  it('exchanges the token for a cookie that its scripts cannot read', async () => {
    expect((await post(own, '/api/compile', compileRequest('ok'))).status).toBe(401);
    expect((await post(own, '/api/session', { token: server.token })).status).toBe(204);
    expect(await own.evaluate(() => document.cookie)).toBe('');
  });

  it('then compiles', async () => {
    const { status, text } = await post(own, '/api/compile', compileRequest('ok', 1));
    expect(status).toBe(200);
    expect(text).toContain('"stage":"done"');
  });

  it('runs its own files, and no inline script', async () => {
    await own.waitForFunction('window.loaded === true');
    expect(await own.title()).toBe('own');
  });

  it('may stand in a frame of its own', async () => {
    const frame = own.frameLocator('iframe');
    await own.evaluate(() => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: '/?framed' }));
    });
    await frame.locator('#diagnostics').waitFor({ state: 'attached' });
    await own.evaluate(() => document.querySelector('iframe')!.remove());
  });

  it('gets diagnostics that are harmless as text', async () => {
    const { text } = await post(own, '/api/compile', compileRequest('wrong'));
    const { diagnostics } = JSON.parse(text.trim().split('\n').at(-1) ?? '');
    expect(diagnostics).toContain('<img src=x onerror=alert(1)>');
    const children = await own.evaluate(said => {
      const place = document.querySelector('#diagnostics') as HTMLElement;
      place.textContent = said;
      return place.children.length;
    }, diagnostics);
    expect(children).toBe(0);
  });
});

describe.each([
  ['another port', () => `http://127.0.0.1:${strangerPort}/`],
  ['another host', () => `http://localhost:${strangerPort}/`],
])('a page from %s', (_, address) => {
  let page: Page;
  let started: number;
  beforeAll(async () => {
    // In the context that has the cookie, which is the worst case.
    page = await context.newPage();
    await page.goto(address());
    started = server.notes('started').length;
  });
  afterAll(async () => {
    expect(server.notes('started')).toHaveLength(started);
    await page.close();
  });

  /** 'unreadable' if the browser does not hand out the answer. */
  const fetched = (path: string, init: RequestInit): Promise<string> =>
    page.evaluate(
      async ([url, options]) => {
        try {
          const response = await fetch(url as string, options as RequestInit);
          return response.type === 'opaque' ? 'unreadable' : `${response.status} ${await response.text()}`;
        } catch {
          return 'unreadable';
        }
      },
      [`${server.url}${path}`, init] as const,
    );

  it.each(['/', '/assets/own.js', '/api/machine', '/api/builds'])('cannot read %s', async path => {
    expect(await fetched(path, {})).toBe('unreadable');
    expect(await fetched(path, { credentials: 'include' })).toBe('unreadable');
    expect(await fetched(path, { credentials: 'include', mode: 'no-cors' })).toBe('unreadable');
    expect(await fetched(path, { headers: { 'X-Lanescape': '1' }, credentials: 'include' })).toBe('unreadable');
    expect(await fetched(path, { headers: { Authorization: `Bearer ${server.token}`, 'X-Lanescape': '1' } })).toBe(
      'unreadable',
    );
  });

  it('cannot start anything by fetch', async () => {
    const body = JSON.stringify(compileRequest('ok', 50));
    const json = { 'Content-Type': 'application/json', 'X-Lanescape': '1' };
    const credentials = 'include';
    for (const init of [
      { headers: json },
      { headers: { 'Content-Type': 'application/json' } },
      { headers: { 'Content-Type': 'text/plain' } },
      { headers: { 'Content-Type': 'text/plain' }, mode: 'no-cors' },
      { mode: 'no-cors' },
    ] as const) {
      expect(await fetched('/api/compile', { method: 'POST', body, credentials, ...init })).toBe('unreadable');
    }
    expect(
      await page.evaluate(([url, text]) => navigator.sendBeacon(url, text), [`${server.url}/api/compile`, body]),
    ).toBe(true);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'cannot start anything by a form of type %s',
    async type => {
      const form = await context.newPage();
      await form.goto(address());
      const [response] = await Promise.all([
        form.waitForResponse(answer => answer.url().startsWith(server.url)),
        form.evaluate(
          ([url, encoding, body]) => {
            const element = Object.assign(document.createElement('form'), {
              method: 'post',
              action: url,
              enctype: encoding,
            });
            element.append(Object.assign(document.createElement('input'), { name: body, value: '' }));
            document.body.append(element);
            element.submit();
          },
          [`${server.url}/api/compile`, type, JSON.stringify(compileRequest('ok', 51))],
        ),
      ]);
      expect(response.status()).toBe(403);
      // A page that is closed during a navigation may never report that it is closed.
      await form.waitForURL(`${server.url}/**`);
      await form.close();
    },
  );

  it('cannot listen to it', async () => {
    const heard = await page.evaluate(
      url =>
        new Promise(resolve => {
          const source = new EventSource(url, { withCredentials: true });
          source.onopen = () => resolve('open');
          source.onmessage = () => resolve('message');
          source.onerror = () => resolve('error');
        }),
      `${server.url}/api/builds`,
    );
    expect(heard).toBe('error');
    const socket = await page.evaluate(
      url =>
        new Promise(resolve => {
          const opened = new WebSocket(url);
          opened.onopen = () => resolve('open');
          opened.onerror = () => resolve('error');
        }),
      `${server.url.replace('http', 'ws')}/api/compile`,
    );
    expect(socket).toBe('error');
  });

  it('cannot frame it, and cannot load its parts', async () => {
    const [framed] = await Promise.all([
      page.waitForResponse(answer => answer.url() === `${server.url}/`),
      page.evaluate(
        url => document.body.append(Object.assign(document.createElement('iframe'), { src: url })),
        `${server.url}/`,
      ),
    ]);
    expect(framed.status()).toBe(403);
    const loaded = await page.evaluate(
      url =>
        new Promise(resolve => {
          const script = Object.assign(document.createElement('script'), { src: url });
          script.onload = () => resolve('loaded');
          script.onerror = () => resolve('error');
          document.body.append(script);
        }),
      `${server.url}/assets/own.js`,
    );
    expect(loaded).toBe('error');
  });

  it('may link to it', async () => {
    const visitor = await context.newPage();
    await visitor.goto(address());
    const [response] = await Promise.all([
      visitor.waitForResponse(answer => answer.url() === `${server.url}/`),
      visitor.evaluate(url => location.assign(url), `${server.url}/`),
    ]);
    expect(response.status()).toBe(200);
    await visitor.waitForURL(`${server.url}/**`);
    await visitor.close();
  });
});

it('a name that somebody else made point here is not answered', async () => {
  const page = await context.newPage();
  // Chromium resolves every name below localhost to this machine, which is what DNS rebinding does with a name.
  const response = await page.goto(`http://rebound.localhost:${server.port}/`);
  expect(response?.status()).toBe(403);
  await page.close();
});

it('the doors were real: the same request from a program with the token is answered', async () => {
  const { status } = await send(server, '/api/machine', { headers: clientHeaders(server) });
  expect(status).toBe(200);
});

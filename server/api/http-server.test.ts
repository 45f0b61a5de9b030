/** Tests the socket and everything before the routes, over real connections. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from '../../src/contract/api.ts';
import { clientHeaders, send, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const SECRET_OUTSIDE = 'nobody outside may read this';

/** A built page, with a hidden file in it and a symbolic link that leads out of it. */
function writePage(checkout: string): void {
  const dist = join(checkout, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Lanescape</title>');
  writeFileSync(join(dist, 'assets/app-1234.js'), 'export {};');
  writeFileSync(join(dist, 'sw.js'), '// for hosted pages');
  writeFileSync(join(dist, '.env'), SECRET_OUTSIDE);
  writeFileSync(join(checkout, 'outside.txt'), SECRET_OUTSIDE);
  symlinkSync(join(checkout, 'outside.txt'), join(dist, 'link.txt'));
  symlinkSync(checkout, join(dist, 'folder'));
}

let server: TestServer;
beforeAll(async () => {
  const timeouts = { headersMs: 400, requestMs: 800, idleMs: 300 };
  server = await startTestServer({}, { timeouts }, writePage);
});
afterAll(() => server.end());

/** Sends bytes unchanged; resolves with everything that came back when the server ends the connection. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', chunk => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const codeOf = (answer: string): string => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).code;
const lines = (...parts: string[]): string => `${parts.join('\r\n')}\r\n\r\n`;

describe('a raw connection', () => {
  const paths = ['/', '/assets/app-1234.js', '/api/machine', '/nothing'];

  it.each(paths)('is refused under a foreign name at %s, even with the token', async path => {
    const head = [
      `GET ${path} HTTP/1.1`,
      'Host: evil.example',
      `Authorization: Bearer ${server.token}`,
      'X-Lanescape: 1',
    ];
    const answer = await raw(lines(...head));
    expect([statusOf(answer), codeOf(answer)]).toEqual([403, 'foreignHost']);
  });

  it('is refused under a foreign name where the answer would be a stream or another protocol', async () => {
    const body = JSON.stringify({});
    const post = [
      'POST /api/compile HTTP/1.1',
      'Host: evil.example',
      'Content-Type: application/json',
      'X-Lanescape: 1',
    ];
    const stream = await raw(
      `${lines(...post, `Authorization: Bearer ${server.token}`, `Content-Length: ${body.length}`)}${body}`,
    );
    expect([statusOf(stream), codeOf(stream)]).toEqual([403, 'foreignHost']);
    const upgrade = ['GET / HTTP/1.1', 'Host: evil.example', 'Connection: Upgrade', 'Upgrade: websocket'];
    expect(statusOf(await raw(lines(...upgrade)))).toBe(403);
  });

  it('must name a host, once', async () => {
    const none = await raw(lines('GET / HTTP/1.1'));
    expect([statusOf(none), codeOf(none)]).toEqual([400, 'badHost']);
    expect(statusOf(await raw(lines('GET / HTTP/1.0')))).toBe(400);
    const own = `Host: 127.0.0.1:${server.port}`;
    const twice = await raw(lines('GET / HTTP/1.1', own, own));
    expect([statusOf(twice), codeOf(twice)]).toEqual([400, 'badHost']);
    expect(statusOf(await raw(lines('GET / HTTP/1.1', own, 'Host: evil.example')))).toBe(400);
    expect(statusOf(await raw(lines('GET / HTTP/1.1', own, 'Connection: close')))).toBe(200);
  });

  it('must ask for a path', async () => {
    const own = `Host: 127.0.0.1:${server.port}`;
    const proxy = await raw(lines('GET http://evil.example/ HTTP/1.1', own));
    expect([statusOf(proxy), codeOf(proxy)]).toEqual([400, 'badRequest']);
    expect(statusOf(await raw(lines('OPTIONS * HTTP/1.1', own)))).toBe(400);
  });

  it.each(['/%61pi/machine', '//api/machine', '/./api/machine', '/x/../api/machine', '/api%2fmachine', '/API/machine'])(
    'does not reach the API past its checks: %s',
    async path => {
      const head = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, 'Connection: close'];
      const answer = await raw(lines(...head, `Authorization: Bearer ${server.token}`, 'Sec-Fetch-Site: same-origin'));
      expect([400, 404]).toContain(statusOf(answer));
    },
  );

  it('must speak HTTP', async () => {
    const answer = await raw('\x16\x03\x01 hello\r\n\r\n');
    expect([statusOf(answer), codeOf(answer)]).toEqual([400, 'badRequest']);
    const after = await raw(`${lines('GET / HTTP/1.1', `Host: 127.0.0.1:${server.port}`)}\0\0\r\n\r\n`);
    expect(after.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(await raw(lines('CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example'))).toBe('');
  });

  it('may bring many cookies of other programs, and is told what to do about too many', async () => {
    const own = `Host: 127.0.0.1:${server.port}`;
    const session = ['POST /api/session HTTP/1.1', own, 'X-Lanescape: 1', 'Content-Type: application/json'];
    const body = JSON.stringify({ token: server.token });
    const cookies = (bytes: number) => `Cookie: ${'a=b; '.repeat(bytes / 5)}`;
    const rest = ['Connection: close', `Content-Length: ${body.length}`];
    const given = await raw(`${lines(...session, cookies(60_000), ...rest)}${body}`);
    expect(statusOf(given)).toBe(204);
    expect(given).toMatch(/set-cookie: lanescape_\d+=/i);
    const tooMany = await raw(lines('GET / HTTP/1.1', own, cookies(70_000)));
    expect([statusOf(tooMany), codeOf(tooMany)]).toEqual([431, 'headersTooLong']);
    expect(tooMany).toMatch(/delete the cookies of this address/);
  });

  it('must name its host among any number of headers', async () => {
    const own = `Host: 127.0.0.1:${server.port}`;
    const many = Array.from({ length: 3000 }, (_, i) => `x${i}: y`);
    expect(statusOf(await raw(lines('GET / HTTP/1.1', own, ...many, 'Host: evil.example')))).toBe(400);
  });

  it('is ended when headers or body do not come', async () => {
    const own = `Host: 127.0.0.1:${server.port}`;
    const silent = await raw(`GET / HTTP/1.1\r\n${own}\r\n`);
    expect([statusOf(silent), codeOf(silent)]).toEqual([408, 'slowRequest']);
    const half = [
      `POST /api/compile HTTP/1.1`,
      own,
      'Content-Type: application/json',
      'X-Lanescape: 1',
      'Content-Length: 50',
    ];
    const unfinished = await raw(`${lines(...half, `Authorization: Bearer ${server.token}`)}{"kernel":`);
    expect([statusOf(unfinished), codeOf(unfinished)]).toEqual([408, 'slowRequest']);
  });

  it('is ended when it stays idle', async () => {
    expect(statusOf(await raw(lines('GET / HTTP/1.1', `Host: 127.0.0.1:${server.port}`)))).toBe(200);
  });
});

describe('the page', () => {
  it('comes with the headers that keep it to itself, and with no CORS header', async () => {
    const { status, headers } = await send(server, '/');
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("worker-src 'self' blob:");
    expect(policy).not.toContain('unsafe');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([]);
  });

  it('keeps hashed files for long and the rest not at all', async () => {
    expect((await send(server, '/assets/app-1234.js')).headers['cache-control']).toContain('immutable');
    expect((await send(server, '/')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/assets/../../outside.txt',
    '/..\\outside.txt',
    '/%5c..%5coutside.txt',
    '//outside.txt',
    '/link.txt',
    '/folder/outside.txt',
    '/.env',
    '/sw.js',
    '/%2eenv',
    '/index.html%00.txt',
    '/%',
  ])('does not lead out of its folder: %s', async path => {
    const { status, body } = await send(server, path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).not.toContain(SECRET_OUTSIDE);
    expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), stage: expect.any(String) });
  });

  describe('asked for a range', () => {
    const text = 'export {};';
    const ask = (headers: Record<string, string>, method = 'GET') =>
      send(server, '/assets/app-1234.js', { method, headers });

    it.each([
      ['bytes=0-5', 'export', 'bytes 0-5/10'],
      ['bytes=7-', '{};', 'bytes 7-9/10'],
      ['bytes=-3', '{};', 'bytes 7-9/10'],
      ['bytes=7-999', '{};', 'bytes 7-9/10'],
      ['bytes=-10', text, 'bytes 0-9/10'],
    ])('%s sends that part', async (range, part, said) => {
      const { status, headers, body } = await ask({ range });
      expect([status, body, headers['content-range']]).toEqual([206, part, said]);
    });

    it.each(['bytes=10-', 'bytes=999-1000', 'bytes=-0'])('%s is said to be none of it', async range => {
      const { status, headers, body } = await ask({ range });
      expect([status, JSON.parse(body).code, headers['content-range']]).toEqual([416, 'badRequest', 'bytes */10']);
    });

    it.each([
      'bytes=0-1,3-4',
      'bytes=0-0,1-1,2-2,0-0',
      'bytes=-11',
      'bytes=5-4',
      'bytes=5-x',
      'bytes=x',
      'bytes=',
      'bytes=--1',
      'lines=0-1',
      '0-1',
      `bytes=${'9'.repeat(400)}-`,
    ])('%s sends all of it', async range => {
      const { status, headers, body } = await ask({ range });
      expect([status, body, headers['content-range']]).toEqual([200, text, undefined]);
    });

    it('sends all of it where the part may be of another file, and nothing for HEAD', async () => {
      const tag = String((await ask({})).headers.etag);
      for (const condition of [tag, '"other"', 'Sun, 22 Nov 2026 00:00:00 GMT']) {
        expect(await ask({ range: 'bytes=0-1', 'if-range': condition })).toMatchObject({ status: 200, body: text });
      }
      const head = await ask({ range: 'bytes=0-1' }, 'HEAD');
      expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '10', '']);
      expect((await ask({ 'if-none-match': tag })).status).toBe(304);
      expect((await ask({ 'if-match': '"other"' })).status).toBe(412);
    });
  });

  it('answers no preflight', async () => {
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'POST' };
    const { status, headers: answered } = await send(server, '/api/compile', { method: 'OPTIONS', headers });
    expect(status).toBe(403);
    expect(Object.keys(answered).filter(name => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('a body', () => {
  const post = (body: string) => send(server, '/api/compile', { method: 'POST', headers: clientHeaders(server) }, body);

  it('is read up to its limit', async () => {
    const { status, body } = await post(JSON.stringify({ kernel: 'x'.repeat(MAX_BODY_BYTES) }));
    expect([status, JSON.parse(body).code]).toEqual([413, 'bodyTooLarge']);
    expect((await post(`{"kernel":1}${' '.repeat(MAX_BODY_BYTES - 12)}`)).status).toBe(400);
  });

  it.each([
    ['{', 'badJson'],
    ['', 'badJson'],
    ['{"__proto__":{}}', 'badJson'],
    ['null', 'badInput'],
    ['[]', 'badInput'],
  ])('%s is refused', async (text, code) => {
    const { status, body } = await post(text);
    expect([status, JSON.parse(body).code]).toEqual([400, code]);
  });

  it('may be nested deeply without harm', async () => {
    expect((await post('['.repeat(30_000) + ']'.repeat(30_000))).status).toBe(400);
  });

  it('is not read under a false length', async () => {
    const head = [`POST /api/compile HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, 'Content-Type: application/json'];
    const rest = ['X-Lanescape: 1', `Authorization: Bearer ${server.token}`, 'Connection: close'];
    const huge = await raw(lines(...head, ...rest, 'Content-Length: 99999999999'));
    expect([statusOf(huge), codeOf(huge)]).toEqual([413, 'bodyTooLarge']);
    const both = await raw(`${lines(...head, ...rest, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`);
    expect(statusOf(both)).toBe(400);
  });
});

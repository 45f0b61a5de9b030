/** Tests the server as a whole: where it listens, whom it admits, what it says and what it does not say. */

import { readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../src/base/result.ts';
import { machineInfoSchema } from '../src/contract/api.ts';
import { clientHeaders, postCompile, send, startTestServer, type TestServer } from './fixtures/test-server.ts';
import type { Buildable } from './toolchain/build-plan.ts';

const bug = (): never => {
  throw new Error('a bug in a kernel, in /secret/place');
};
const broken: Buildable = {
  variants: [{ id: 'plain', title: '', summary: '' }],
  fields: [],
  schema: { check: () => ok({}), parse: () => ({}) },
  ...{ build: bug, refusal: bug, shortfall: bug, launch: bug, reference: bug, reals: null },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { catalog: new Map([['broken', broken]]) });
});
afterAll(() => server.end());

const json = { 'x-lanescape': '1', 'content-type': 'application/json' };

function refusesConnection(host: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(server.port, host);
    socket.on('connect', () => socket.destroy(new Error('open')));
    socket.on('error', error => resolve(error.message !== 'open'));
  });
}

describe('where it listens', () => {
  it('is 127.0.0.1 and no other address of this machine', async () => {
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    const own = Object.values(networkInterfaces()).flatMap(list => list ?? []);
    const others = own.filter(({ address, scopeid }) => address !== '127.0.0.1' && !scopeid);
    expect(await Promise.all(others.map(({ address }) => refusesConnection(address)))).toEqual(others.map(() => true));
  });

  it('is the next port when the wanted one is taken', async () => {
    const second = await startTestServer({ port: server.port });
    expect(second.port).toBeGreaterThan(server.port);
    await second.end();
  });

  it('is every address when it is told so, each under its own name and with the token', async () => {
    const wide = await startTestServer({ host: '0.0.0.0' });
    expect(wide.url).toBe(`http://127.0.0.1:${wide.port}`);
    const outer = Object.values(networkInterfaces())
      .flatMap(list => list ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal);
    const hosts = ['127.0.0.1', ...(outer ? [outer.address] : [])];
    for (const host of hosts) {
      expect((await send(wide, '/api/machine', { host, headers: clientHeaders(wide) })).status).toBe(200);
      expect((await send(wide, '/api/machine', { host, headers: json })).status).toBe(401);
    }
    expect((await send(wide, '/', { headers: { host: `0.0.0.0:${wide.port}` } })).status).toBe(403);
    await wide.end();
  });

  it('is never beyond this machine without a token', async () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.7']) {
      await expect(startTestServer({ host, withToken: false })).rejects.toThrow('a token is needed');
    }
  });
});

describe('whom it lets in', () => {
  it('is nobody without the token', async () => {
    for (const [method, path] of [
      ['GET', '/api/machine'],
      ['GET', '/api/builds'],
      ['POST', '/api/compile'],
    ]) {
      const { status, body } = await send(
        server,
        path,
        { method, headers: json },
        method === 'POST' ? '{}' : undefined,
      );
      expect([status, JSON.parse(body)]).toMatchObject([401, { code: 'unauthorized', stage: 'session' }]);
    }
  });

  it('is the browser that brought the token, by cookie', async () => {
    const login = (token: unknown) =>
      send(server, '/api/session', { method: 'POST', headers: json }, JSON.stringify({ token }));
    expect((await login('wrong')).status).toBe(401);
    expect((await login('x'.repeat(129))).status).toBe(400);
    expect((await login(7)).status).toBe(400);
    const { status, headers } = await login(server.token);
    expect(status).toBe(204);
    const cookie = String(headers['set-cookie']?.[0]).split(';')[0];
    expect((await send(server, '/api/machine', { headers: { ...json, cookie } })).status).toBe(200);
  });

  it('is every program of this machine with --no-token, and still no foreign page', async () => {
    const open = await startTestServer({ withToken: false });
    expect(open.token).toBeNull();
    const login = JSON.stringify({ token: 'none' });
    expect((await send(open, '/api/session', { method: 'POST', headers: json }, login)).status).toBe(204);
    expect((await send(open, '/api/machine', { headers: json })).status).toBe(200);
    expect((await send(open, '/api/machine')).status).toBe(403);
    expect((await send(open, '/api/machine', { headers: { ...json, origin: 'http://evil.example' } })).status).toBe(
      403,
    );
    expect((await send(open, '/', { headers: { host: 'evil.example' } })).status).toBe(403);
    await open.end();
  });
});

describe('what it says', () => {
  it('of this machine: no path, no source wanted', async () => {
    const { body } = await send(server, '/api/machine', { headers: clientHeaders(server) });
    const machine = machineInfoSchema.parse(JSON.parse(body));
    expect(machine).toMatchObject({
      nvcc: { version: '99.1.7' },
      archs: ['sm_80', 'sm_90', 'sm_90a'],
      allowSource: false,
    });
    expect(body).not.toContain(server.folder);
  });

  it('without a built page: how to build one', async () => {
    const { body, headers } = await send(server, '/');
    expect(body).toContain('npm run build');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
  });

  it('of nothing: not found', async () => {
    for (const path of ['/api/nothing', '/api/', '/nothing']) {
      const { status, body } = await send(server, path, { headers: clientHeaders(server) });
      expect([status, JSON.parse(body).code]).toEqual([404, 'notFound']);
    }
  });

  it('of a bug: that there is one; the log has the rest, but no token', async () => {
    const { status, body } = await postCompile(server, {
      kernel: 'broken',
      variant: 'plain',
      params: {},
      arch: 'sm_90',
    });
    expect(status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ code: 'internal', stage: 'server' });
    expect(body).not.toMatch(/secret|kernel|\.ts/);
    expect(server.logged.join('\n')).toContain('a bug in a kernel');
    await send(server, `/?token=${server.token}`);
    expect(server.logged.join('\n')).not.toContain(server.token);
  });
});

describe('what it keeps', () => {
  it('is for its user alone, and holds no token', () => {
    expect(statSync(server.dataDir).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(server.dataDir, 'history.sqlite'), 'latin1')).not.toContain(server.token);
  });

  it('goes to a folder that can be made, or the start fails and names it', async () => {
    await expect(startTestServer({ dataDir: '/dev/null/x' })).rejects.toThrow('/dev/null/x');
  });
});

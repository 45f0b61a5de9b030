/**
 * Tests the user's own text (`--allow-source`), with a stand-in for nvcc that reads and prints every file that the text
 * names.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_SOURCE_BODY_BYTES, MAX_SOURCE_CHARACTERS } from '../src/contract/api.ts';
import { INJECTIONS } from './fixtures/injections.ts';
import {
  buildHistory,
  clientHeaders,
  compileRequest,
  lastOfSource,
  leftovers,
  postCompile,
  postSource,
  send,
  sourceRequest,
  startTestServer,
  type TestServer,
  until,
  workFolders,
} from './fixtures/test-server.ts';
import { viewsWork } from './fixtures/views.ts';

/** The text tells the stand-in how to behave. */
const behaving = (mode: string, n = 0): string => `// MODE=${mode} N=${n}\n__global__ void probe() {}\n`;

describe('without --allow-source', () => {
  it('text is refused, with words on how to turn it on', async () => {
    const server = await startTestServer();
    const { status, body } = await postSource(server, sourceRequest(behaving('ok')));
    expect([status, JSON.parse(body)]).toMatchObject([403, { code: 'sourceOff', stage: 'request' }]);
    expect(body).toContain('npm start -- --allow-source');
    expect(server.machine.allowSource).toBe(false);
    expect(server.notes('started')).toEqual([]);
    await server.end();
  });
});

describe('--allow-source', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('does not start where the compiler cannot be kept from the files', async () => {
    vi.stubEnv('PATH', '');
    await expect(startTestServer({ allowSource: true })).rejects.toThrow(/--allow-source: .*namespaces/);
  });

  it('does not start without a token', async () => {
    await expect(startTestServer({ allowSource: true, withToken: false })).rejects.toThrow('a token is needed');
  });

  it('without nvcc has nothing to compile with, and says so', async () => {
    const bare = await startTestServer({ allowSource: true }, { nvccCandidates: [] });
    const { status, body } = await postSource(bare, sourceRequest(behaving('ok')));
    expect([status, JSON.parse(body)]).toMatchObject([503, { code: 'noCompiler' }]);
    await bare.end();
  });
});

describe.skipIf(!viewsWork)('text', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ allowSource: true });
  });
  afterAll(() => server.end());
  afterEach(() => {
    vi.unstubAllEnvs();
    expect(leftovers(server)).toEqual([]);
  });

  describe('that is compiled', () => {
    it('gives the PTX under its own name, and what ptxas says of each entry', async () => {
      const done = await lastOfSource(server, behaving('ok'));
      expect(done).toMatchObject({
        stage: 'done',
        ptx: expect.stringContaining('.file 1 "own.cu"'),
        entries: [
          { entry: 'probe', registers: 10, sharedBytes: 256, stackBytes: 8, spillStoreBytes: 4, spillLoadBytes: 12 },
        ],
        nvcc: '99.1.7',
        flags: ['-ptx', '-O3', '-lineinfo', '-arch=sm_90', '-Icuda/include'],
        cached: false,
      });
    });

    it('gets fixed arguments, a file name of ours and a short environment', async () => {
      vi.stubEnv('NVCC_APPEND_FLAGS', '-DEVIL');
      vi.stubEnv('NVCC_PREPEND_FLAGS', '-DEVIL');
      const done = await lastOfSource(server, behaving('ok', 1));
      const ptx = done.stage === 'done' ? done.ptx : '';
      const { argv, env } = JSON.parse(/^\/\/ (\{.*\})$/m.exec(ptx)?.[1] ?? '');
      expect(argv.slice(-4)).toEqual(['-Xcompiler=-fno-diagnostics-show-caret', '-o', 'kernel.ptx', 'source.cu']);
      expect(JSON.stringify({ argv, env })).not.toMatch(/EVIL|own\.cu/);
      expect(env.HOME).toBe(env.TMPDIR);
    });

    it('is not compiled twice, and stays off the disk; the history has its name and hash', async () => {
      const text = `${behaving('ok')}// a sentence that is the writer's\n`;
      expect((await lastOfSource(server, text)).stage).toBe('done');
      expect(await lastOfSource(server, text)).toMatchObject({ stage: 'done', cached: true });
      expect(readdirSync(join(server.dataDir, 'builds'))).toEqual([]);
      const { entries } = await buildHistory(server, '?limit=1');
      expect(entries).toMatchObject([
        {
          kind: 'source',
          request: { name: 'own.cu', textHash: expect.stringMatching(/^[0-9a-f]{64}$/), arch: 'sm_90' },
          outcome: { kind: 'built', entries: [{ entry: 'probe' }] },
        },
      ]);
      expect(readFileSync(join(server.dataDir, 'history.sqlite-wal'), 'latin1')).not.toContain('a sentence that is');
    });

    it.each([
      ['wrong', 'nvcc'],
      ['wrongInPtxas', 'ptxas'],
      ['silent', 'output'],
      ['link', 'output'],
      ['pipe', 'output'],
      ['flood', 'output'],
    ])('and fails by "%s" says at which stage: %s', async (mode, at) => {
      const failed = await lastOfSource(server, behaving(mode));
      expect(failed).toMatchObject({ stage: 'failed', at });
      expect(JSON.stringify(failed)).not.toContain(server.folder);
      const { entries } = await buildHistory(server, '?limit=1');
      expect(entries).toMatchObject([{ kind: 'source', outcome: { kind: 'failed', at } }]);
    });
  });

  describe('that wants a file of this machine', () => {
    const SECRET = 'squeamish ossifrage';

    it.each<[string, (path: string) => string]>([
      ['by #include', path => `#include "${path}"`],
      ['by a macro that only the second stage obeys', path => `#define H #\nH include "${path}"`],
      ['by the line of a warning', path => `#line 1 "${path}"\n#warning here`],
    ])('does not get it: %s', async (_, reach) => {
      const beside = join(server.dataDir, 'secret.txt');
      writeFileSync(beside, SECRET);
      for (const path of [beside, '/etc/passwd', join(server.dataDir, 'history.sqlite')]) {
        const { status, body } = await postSource(server, sourceRequest(`${reach(path)}\n${behaving('ok')}`));
        expect(status).toBe(200);
        expect(body).toContain('No such file or directory');
        expect(body).toContain('no other file');
        expect(body).not.toContain(readFileSync(path, 'latin1').slice(0, 12).trim());
      }
      expect(JSON.stringify(await buildHistory(server))).not.toContain(SECRET);
    });

    it('does not learn whether it exists', async () => {
      const text = `#if __has_include("/etc/passwd")\n#error it is there\n#endif\n${behaving('ok')}`;
      expect((await lastOfSource(server, text)).stage).toBe('done');
    });
  });

  describe('in a request', () => {
    it.each<[string, object]>([
      ['name', { name: '' }],
      ['name', { name: '.cu' }],
      ['name', { name: 'own.txt' }],
      ['name', { name: '../own.cu' }],
      ['name', { name: 'a\\b.cu' }],
      ['name', { name: 'own".cu' }],
      ['name', { name: 'own.cu\n' }],
      ['name', { name: 'a\nb.cu' }],
      ['name', { name: `${'a'.repeat(200)}.cu` }],
      ['text', { text: '' }],
      ['text', { text: 7 }],
      ['text', { text: 'x'.repeat(MAX_SOURCE_CHARACTERS + 1) }],
      ['arch', { arch: 'sm_75' }],
      ['arch', { arch: 'native' }],
      ['flags', { flags: ['-run'] }],
    ])('is refused at %s (%#)', async (field, change) => {
      const { status, body } = await postSource(server, { ...sourceRequest(behaving('ok')), ...change });
      expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'badInput', field }]);
    });

    it('may be longer than any other, up to a limit that the refusal names', async () => {
      const long = behaving('ok').padEnd(MAX_SOURCE_CHARACTERS, '/');
      expect((await lastOfSource(server, long)).stage).toBe('done');
      const { status, body } = await postSource(server, sourceRequest('x'.repeat(MAX_SOURCE_BODY_BYTES)));
      expect([status, JSON.parse(body)]).toMatchObject([413, { code: 'bodyTooLarge' }]);
      expect(body).toContain(String(MAX_SOURCE_BODY_BYTES));
      expect((await postCompile(server, { ...compileRequest('ok'), long })).status).toBe(413);
    });

    it('is taken from our own page with the token, and from nobody else', async () => {
      const body = JSON.stringify(sourceRequest(behaving('ok')));
      const from = async (change: Record<string, string>, without = '') => {
        const headers = { ...clientHeaders(server), ...change };
        delete headers[without];
        return (await send(server, '/api/compile-source', { method: 'POST', headers }, body)).status;
      };
      expect(await from({ origin: 'http://evil.example' })).toBe(403);
      expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await from({ host: 'evil.example' })).toBe(403);
      expect(await from({}, 'x-lanescape')).toBe(403);
      expect(await from({}, 'authorization')).toBe(401);
      expect(await from({ 'content-type': 'text/plain' })).toBe(415);
      expect(await from({ origin: server.url })).toBe(200);
    });
  });

  it('cannot be more than text: the injections', async () => {
    for (const text of INJECTIONS) {
      const base = sourceRequest(behaving('ok'));
      const refused = [
        { ...base, arch: text },
        { ...base, name: text },
        { ...base, [`x${text}`]: 1 },
      ];
      const statuses = await Promise.all(refused.map(async body => (await postSource(server, body)).status));
      expect(statuses).toEqual([400, 400, 400]);
    }
    for (const text of ['$(touch x).cu', '-run.cu', '@x.cu', '`touch x` <img onerror=alert(1)>.cu']) {
      const body = { ...sourceRequest(`// ${text}\n${behaving('ok')}`), name: text };
      expect((await postSource(server, body)).body).toContain('"done"');
    }
    expect(existsSync('x') || existsSync(join(server.checkout, 'x'))).toBe(false);
  });

  it('is given up with its client', async () => {
    const { port } = server;
    const headers = clientHeaders(server);
    const posted = request({
      host: '127.0.0.1',
      port,
      path: '/api/compile-source',
      method: 'POST',
      agent: false,
      headers,
    });
    posted.on('error', () => {});
    posted.end(JSON.stringify(sourceRequest(behaving('stubborn'))));
    await until(() => leftovers(server).length > 1);
    posted.destroy();
    await until(() => workFolders(server).length === 0);
    expect(await lastOfSource(server, behaving('ok', 2))).toMatchObject({ stage: 'done', cached: false });
    const { entries } = await buildHistory(server);
    expect(entries.some(({ outcome }) => outcome.kind === 'failed' && outcome.at === 'cancelled')).toBe(false);
  });
});

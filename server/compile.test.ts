/** Compilations from the request to the last line of the answer, with a stand-in for nvcc that behaves and misbehaves. */
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CompileEvent, compileEventSchema, historyPageSchema } from '../src/contract/api.ts';
import {
  clientHeaders,
  compileRequest,
  eventsOf,
  postCompile,
  processesIn,
  send,
  startTestServer,
  type TestServer,
  until,
} from './fixtures/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({}, { compileTimeoutMs: 8_000 });
});
afterEach(async () => {
  const left = workFolders(server);
  const living = processesIn(server.dataDir);
  await server.end();
  expect({ left, living }).toEqual({ left: [], living: [] });
});

/** Folders of jobs that still exist. */
const workFolders = ({ dataDir }: TestServer): string[] =>
  readdirSync(join(dataDir, 'work')).flatMap(root => readdirSync(join(dataDir, 'work', root)));

async function compile(mode: string, n = 0): Promise<CompileEvent[]> {
  const answer = await postCompile(server, compileRequest(mode, n));
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/x-ndjson');
  return eventsOf(answer).map(event => compileEventSchema.parse(event));
}

async function failure(mode: string) {
  const last = (await compile(mode)).at(-1);
  return last?.stage === 'failed' ? last : expect.fail(`"${mode}" ended with ${last?.stage}`);
}

async function success(mode: string, n = 0) {
  const last = (await compile(mode, n)).at(-1);
  return last?.stage === 'done' ? last : expect.fail(`"${mode}" ended with ${JSON.stringify(last)}`);
}

async function history() {
  const { body } = await send(server, '/api/builds', { headers: clientHeaders(server) });
  return historyPageSchema.parse(JSON.parse(body)).entries;
}

describe('a compilation', () => {
  it('ends with the PTX and what ptxas says of it', async () => {
    const events = await compile('ok');
    expect(events.map(({ stage }) => stage)).toEqual(['compiling', 'done']);
    expect(events.at(-1)).toMatchObject({
      registers: 10,
      sharedBytes: 256,
      stackBytes: 8,
      spillStoreBytes: 4,
      spillLoadBytes: 12,
      nvcc: '99.1.7',
      flags: ['-ptx', '-O3', '-lineinfo', '-arch=sm_90', '-Icuda/include', '-DMODE=ok', '-DN=0'],
      sourceHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      diagnostics: 'ptxas info    : (C7510) Potential Performance Loss: something is serialized',
      cached: false,
    });
  });

  it('names files as in the checkout', async () => {
    expect((await success('ok')).ptx).toContain('.file 1 "cuda/kernels/probe/probe.cu"');
  });

  it('gets fixed arguments and a short environment, whatever ours holds', async () => {
    vi.stubEnv('NVCC_APPEND_FLAGS', '-DEVIL');
    vi.stubEnv('NVCC_PREPEND_FLAGS', '-DEVIL');
    const { ptx } = await success('ok');
    vi.unstubAllEnvs();
    const { argv, env } = JSON.parse(/^\/\/ (\{.*\})$/m.exec(ptx)?.[1] ?? '');
    expect(argv.slice(-3)).toEqual(['-o', 'kernel.ptx', 'cuda/kernels/probe/probe.cu']);
    expect(JSON.stringify({ argv, env })).not.toContain('EVIL');
    expect(env.HOME).toBe(env.TMPDIR);
  });

  it('is not repeated: the second answer comes from the cache, also after a restart of the server', async () => {
    const first = await success('ok');
    const second = await success('ok');
    expect(second).toEqual({ ...first, cached: true, durationMs: expect.any(Number) });
    expect(server.notes('started')).toHaveLength(1);
    await server.close();
    const { dataDir, checkout, folder } = server;
    const again = await startTestServer({ dataDir }, { checkout, nvccCandidates: [join(folder, 'fake/nvcc')] });
    expect(eventsOf(await postCompile(again, compileRequest('ok')))).toMatchObject([{ stage: 'done', cached: true }]);
    await again.end();
  });

  it('is repeated when a header changes', async () => {
    const first = await success('ok');
    writeFileSync(join(server.checkout, 'cuda/include/probe.cuh'), '#pragma once\n#define X 1\n');
    const second = await success('ok');
    expect([second.cached, second.sourceHash === first.sourceHash]).toEqual([false, false]);
  });

  it('is repeated when the kept build cannot be read', async () => {
    await success('ok');
    const builds = join(server.dataDir, 'builds');
    for (const name of readdirSync(builds)) writeFileSync(join(builds, name), '{"ptx":"half');
    expect((await success('ok')).cached).toBe(false);
    expect((await success('ok')).cached).toBe(true);
  });

  it('of a source that is a symbolic link is not made', async () => {
    const source = join(server.checkout, 'cuda/kernels/probe/probe.cu');
    rmSync(source);
    symlinkSync('/etc/hostname', source);
    expect((await postCompile(server, compileRequest('ok'))).status).toBe(500);
    expect(server.notes('started')).toEqual([]);
  });
});

describe('a failure names its stage', () => {
  it.each([
    ['wrong', 'nvcc', /code 2/],
    ['wrongInPtxas', 'ptxas', /code 255/],
    ['silent', 'output', /no PTX/],
    ['link', 'output', /no PTX/],
    ['huge', 'output', /no PTX/],
    ['flood', 'output', /printed more than/],
  ])('%s: %s', async (mode, at, message) => {
    const failed = await failure(mode);
    expect(failed).toMatchObject({ at, message: expect.stringMatching(message) });
    expect(JSON.stringify(failed)).not.toContain(server.folder);
  });

  it('fill: the write fails, or without prlimit the size is refused', async () => {
    const { at, diagnostics } = await failure('fill');
    expect(['nvcc EFBIG', 'output ']).toContain(`${at} ${diagnostics}`);
  });

  it('and gives the words of the compiler as plain text without our folders', async () => {
    const { diagnostics } = await failure('wrong');
    expect(diagnostics).toBe(
      'cuda/kernels/probe/probe.cu(3): error: identifier "<img src=x onerror=alert(1)>" is undefined',
    );
    expect((await failure('wrongInPtxas')).diagnostics).toContain('uses too much shared data');
  });

  it('and is not kept: the next request compiles again', async () => {
    await failure('wrong');
    await failure('wrong');
    expect(server.notes('started')).toHaveLength(2);
  });
});

describe('a runaway', () => {
  beforeEach(async () => {
    await server.end();
    server = await startTestServer({}, { compileTimeoutMs: 700 });
  });

  it.each(['hang', 'stubborn', 'forkAndHang'])(
    '%s is ended at the deadline, and the next one is served',
    async mode => {
      expect(await failure(mode)).toMatchObject({ at: 'timeout', message: expect.stringContaining('0.7 s') });
      expect((await postCompile(server, { ...compileRequest('ok'), kernel: 'absent' })).status).toBe(400);
    },
  );
});

it('a job that ends and leaves a process behind is over all the same', async () => {
  expect((await success('forkAndEnd')).cached).toBe(false);
});

describe('a client that goes away', () => {
  /** Posts and does not wait; `leave` closes the connection. */
  function startCompile(mode: string, n: number) {
    const posted = request({
      host: '127.0.0.1',
      port: server.port,
      path: '/api/compile',
      method: 'POST',
      agent: false,
      headers: clientHeaders(server),
    });
    const seen: string[] = [];
    posted.on('response', response =>
      response
        .setEncoding('utf8')
        .on('data', text => seen.push(text))
        .on('error', () => {}),
    );
    posted.on('error', () => {});
    posted.end(JSON.stringify(compileRequest(mode, n)));
    return { seen, leave: () => posted.destroy() };
  }

  it('takes its compilation along', async () => {
    const client = startCompile('stubborn', 1);
    await until(() => server.notes('started').length === 1);
    client.leave();
    await until(() => workFolders(server).length === 0);
    expect((await success('ok')).cached).toBe(false);
    expect((await history()).map(({ outcome }) => outcome.kind)).toEqual(['built']);
  });

  it('gives up its place in the queue', async () => {
    startCompile('waits', 1);
    await until(() => server.notes('started').length === 1);
    const second = startCompile('waits', 2);
    await until(() => second.seen.length > 0);
    const third = startCompile('waits', 3);
    await until(() => third.seen.length > 0);
    second.leave();
    await until(() => third.seen.join('').includes('"position":1'));
    server.release();
    await until(() => third.seen.join('').includes('"done"'));
    expect(server.notes('started')).toEqual(['1', '3']);
  });
});

describe('a crowd', () => {
  it('of a hundred gets one running, sixteen waiting in order, and the rest told to come again', async () => {
    const posts = Array.from({ length: 100 }, (_, n) => postCompile(server, compileRequest('waits', n)));
    let refused = 0;
    for (const post of posts) void post.then(({ status }) => (refused += status === 429 ? 1 : 0));
    await until(() => refused === 83);
    server.release();
    const answers = await Promise.all(posts);
    const served = answers.filter(({ status }) => status === 200);
    expect(served).toHaveLength(17);
    const first = served.map(answer => eventsOf(answer)[0]);
    const positions = first.flatMap(event => (event.stage === 'queued' ? [event.position] : []));
    expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1));
    expect(served.every(answer => eventsOf(answer).at(-1)?.stage === 'done')).toBe(true);
    const order = served
      .map(answer => ({ n: /-DN=(\d+)/.exec(answer.body)?.[1], first: eventsOf(answer)[0] }))
      .sort((a, b) => placeOf(a.first) - placeOf(b.first));
    expect(server.notes('started')).toEqual(order.map(({ n }) => n));
    const { headers, body } = answers.find(({ status }) => status === 429) ?? expect.fail('one was refused');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(body)).toMatchObject({ code: 'queueFull', stage: 'queue' });
  });

  const placeOf = (event: CompileEvent): number => (event.stage === 'queued' ? event.position : 0);

  it('that wants the same is served by one compilation', async () => {
    const posts = Array.from({ length: 10 }, () => postCompile(server, compileRequest('waits', 7)));
    await until(() => server.notes('started').length === 1);
    server.release();
    const last = (await Promise.all(posts)).map(answer => eventsOf(answer).at(-1));
    expect(last.filter(event => event?.stage === 'done' && event.cached)).toHaveLength(9);
    expect(server.notes('started')).toHaveLength(1);
  });
});

describe('the history', () => {
  it('has what the compiler did, newest first, in pages', async () => {
    for (let n = 0; n < 3; n++) await success('ok', n);
    await failure('wrong');
    await success('ok', 0);
    const entries = await history();
    expect(entries.map(({ outcome, request: { params } }) => [outcome.kind, params.n])).toEqual([
      ['failed', 0],
      ['built', 2],
      ['built', 1],
      ['built', 0],
    ]);
    const get = (query: string) => send(server, `/api/builds${query}`, { headers: clientHeaders(server) });
    const first = historyPageSchema.parse(JSON.parse((await get('?limit=3')).body));
    const second = historyPageSchema.parse(JSON.parse((await get(`?limit=3&before=${first.next}`)).body));
    expect([...first.entries, ...second.entries]).toEqual(entries);
    expect(second.next).toBeNull();
    const wrong = await get('?limit=0');
    expect([wrong.status, JSON.parse(wrong.body)]).toMatchObject([400, { code: 'badInput', field: 'limit' }]);
  });
});

describe('a request that names what there is not', () => {
  it.each<[string, object]>([
    ['kernel', { kernel: 'absent' }],
    ['kernel', { kernel: '__proto__' }],
    ['kernel', { kernel: 'constructor' }],
    ['variant', { variant: 'absent' }],
    ['params.mode', { params: {} }],
    ['params.n', { params: { mode: 'ok', n: 1.5 } }],
    ['params.extra', { params: { mode: 'ok', extra: 1 } }],
    ['arch', { arch: 'sm_75' }],
  ])('is refused at %s', async (field, change) => {
    const { status, body } = await postCompile(server, { ...compileRequest('ok'), ...change });
    expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'badInput', stage: 'request', field }]);
    expect(server.notes('started')).toEqual([]);
  });
});

/** What a shell, nvcc, a path, a template or a terminal could take for more than text. */
const INJECTIONS = [
  '"; touch x; #',
  "'; touch x; '",
  '$(touch x)',
  '`touch x`',
  '| touch x',
  '&& touch x',
  '\n-run',
  '-run',
  '--run',
  '@/etc/passwd',
  '-optf=/etc/passwd',
  '-ccbin=/bin/sh',
  '-Xcompiler -fplugin=x.so',
  '-arbin x',
  '-I/etc',
  '../../../../etc/passwd',
  'sm_90 -run',
  'ok" -run "',
  'ok -DX=1',
  '%s%n',
  '{{7*7}}',
  '<img src=x onerror=alert(1)>',
  '\u0000',
  '\u001b]0;x\u0007',
  '__proto__',
  'ok\r\nHost: evil.example',
];

describe('injection', () => {
  it.each(INJECTIONS)('%j gets nowhere, in any field', async text => {
    const base = compileRequest('ok');
    const fields = [
      { ...base, kernel: text },
      { ...base, variant: text },
      { ...base, arch: text },
      { ...base, params: { ...base.params, mode: text } },
      { ...base, params: { ...base.params, n: text } },
      { ...base, params: JSON.parse(JSON.stringify({ mode: 'ok', [`x${text}`]: 1 })) },
      { ...base, [`x${text}`]: 1 },
    ];
    const statuses = await Promise.all(fields.map(async body => (await postCompile(server, body)).status));
    expect(statuses).toEqual(fields.map(() => 400));
    expect(server.notes('started')).toEqual([]);
  });

  it('of text that a kernel does take stays out of the command line', async () => {
    for (const label of INJECTIONS) {
      const { status, body } = await postCompile(server, { ...compileRequest('ok'), params: { mode: 'ok', label } });
      expect(status).toBe(200);
      expect(eventsOf({ status, body, headers: {} }).at(-1)).toMatchObject({ stage: 'done' });
    }
    expect(server.notes('started')).toHaveLength(1);
    expect(existsSync('x') || existsSync(join(server.checkout, 'x'))).toBe(false);
  });

  it('of random JSON is answered with 400 and a field', async () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({ kernel: fc.jsonValue(), variant: fc.jsonValue(), params: fc.jsonValue(), arch: fc.jsonValue() }),
    );
    await fc.assert(
      fc.asyncProperty(anything, async body => {
        const answer = await postCompile(server, body);
        expect(answer.status).toBe(400);
        expect(JSON.parse(answer.body)).toMatchObject({ code: 'badInput', field: expect.any(String) });
      }),
      { numRuns: 150 },
    );
  });
});

it('without a compiler the answer is that there is none', async () => {
  const bare = await startTestServer({}, { nvccCandidates: [] });
  expect(bare.machine).toMatchObject({ nvcc: null, archs: [] });
  const { status, body } = await postCompile(bare, compileRequest('ok'));
  expect([status, JSON.parse(body)]).toMatchObject([503, { code: 'noCompiler', stage: 'server' }]);
  await bare.end();
});

it('closing the server ends what runs and removes its folders', async () => {
  const own = await startTestServer();
  const answer = postCompile(own, compileRequest('forkAndHang')).catch(() => null);
  await until(() => own.notes('pids').length === 2);
  await own.close();
  await answer;
  expect(readdirSync(join(own.dataDir, 'work'))).toEqual([]);
  await own.end();
});

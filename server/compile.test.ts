/** Tests of compilations, from the request to the last line of the answer. The stand-in for nvcc behaves well or badly. */
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildHistory,
  clientHeaders,
  compileEvents,
  compileRequest,
  eventsOf,
  failure,
  leftovers,
  postCompile,
  send,
  startTestServer,
  success,
  type TestServer,
} from './fixtures/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  const left = leftovers(server);
  await server.end();
  expect(left).toEqual([]);
});

describe('a compilation', () => {
  it('ends with the PTX and what ptxas says of it', async () => {
    const events = await compileEvents(server, 'ok');
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
    expect((await success(server, 'ok')).ptx).toContain('.file 1 "cuda/kernels/probe/probe.cu"');
  });

  it('gets fixed arguments and a short environment, whatever ours holds', async () => {
    vi.stubEnv('NVCC_APPEND_FLAGS', '-DEVIL');
    vi.stubEnv('NVCC_PREPEND_FLAGS', '-DEVIL');
    const { ptx } = await success(server, 'ok');
    vi.unstubAllEnvs();
    const { argv, env } = JSON.parse(/^\/\/ (\{.*\})$/m.exec(ptx)?.[1] ?? '');
    expect(argv.slice(-3)).toEqual(['-o', 'kernel.ptx', 'cuda/kernels/probe/probe.cu']);
    expect(JSON.stringify({ argv, env })).not.toContain('EVIL');
    expect(env.HOME).toBe(env.TMPDIR);
  });

  it('is not repeated: the second answer comes from the cache, also after a restart of the server', async () => {
    const first = await success(server, 'ok');
    const second = await success(server, 'ok');
    expect(second).toEqual({ ...first, cached: true, durationMs: expect.any(Number) });
    expect(server.notes('started')).toHaveLength(1);
    await server.close();
    const { dataDir, checkout, folder } = server;
    const again = await startTestServer({ dataDir }, { checkout, nvccCandidates: [join(folder, 'fake/nvcc')] });
    expect(eventsOf(await postCompile(again, compileRequest('ok')))).toMatchObject([{ stage: 'done', cached: true }]);
    await again.end();
  });

  it('is repeated when a header changes', async () => {
    const first = await success(server, 'ok');
    writeFileSync(join(server.checkout, 'cuda/include/probe.cuh'), '#pragma once\n#define X 1\n');
    const second = await success(server, 'ok');
    expect([second.cached, second.sourceHash === first.sourceHash]).toEqual([false, false]);
  });

  it('is repeated when the kept build cannot be read', async () => {
    await success(server, 'ok');
    const builds = join(server.dataDir, 'builds');
    for (const name of readdirSync(builds)) writeFileSync(join(builds, name), '{"ptx":"half');
    expect((await success(server, 'ok')).cached).toBe(false);
    expect((await success(server, 'ok')).cached).toBe(true);
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
    ['pipe', 'output', /no PTX/],
    ['huge', 'output', /no PTX/],
    ['flood', 'output', /printed more than/],
  ])('%s: %s', async (mode, at, message) => {
    const failed = await failure(server, mode);
    expect(failed).toMatchObject({ at, message: expect.stringMatching(message) });
    expect(JSON.stringify(failed)).not.toContain(server.folder);
  });

  it('fill: the write fails, or without prlimit the size is refused', async () => {
    const { at, diagnostics } = await failure(server, 'fill');
    expect(['nvcc EFBIG', 'output ']).toContain(`${at} ${diagnostics}`);
  });

  it('and gives the words of the compiler as plain text without our folders', async () => {
    const { diagnostics } = await failure(server, 'wrong');
    expect(diagnostics).toBe(
      'cuda/kernels/probe/probe.cu(3): error: identifier "<img src=x onerror=alert(1)>" is undefined',
    );
    expect((await failure(server, 'wrongInPtxas')).diagnostics).toContain('uses too much shared data');
  });

  it('and is not kept: the next request compiles again', async () => {
    await failure(server, 'wrong');
    await failure(server, 'wrong');
    expect(server.notes('started')).toHaveLength(2);
  });
});

describe('the history', () => {
  it('has what the compiler did, newest first, in pages', async () => {
    for (let n = 0; n < 3; n++) await success(server, 'ok', n);
    await failure(server, 'wrong');
    await success(server, 'ok', 0);
    const entries = (await buildHistory(server)).entries;
    expect(entries.map(entry => [entry.outcome.kind, entry.kind === 'build' && entry.request.params.n])).toEqual([
      ['failed', 0],
      ['built', 2],
      ['built', 1],
      ['built', 0],
    ]);
    const first = await buildHistory(server, '?limit=3');
    const second = await buildHistory(server, `?limit=3&before=${first.next}`);
    expect([...first.entries, ...second.entries]).toEqual(entries);
    expect(second.next).toBeNull();
    const wrong = await send(server, '/api/builds?limit=0', { headers: clientHeaders(server) });
    expect([wrong.status, JSON.parse(wrong.body)]).toMatchObject([400, { code: 'badInput', field: 'limit' }]);
  });
});

it('without a compiler the answer is that there is none', async () => {
  const bare = await startTestServer({}, { nvccCandidates: [] });
  expect(bare.machine).toMatchObject({ nvcc: null, archs: [] });
  const { status, body } = await postCompile(bare, compileRequest('ok'));
  expect([status, JSON.parse(body)]).toMatchObject([503, { code: 'noCompiler', stage: 'server' }]);
  await bare.end();
});

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineInfoSchema } from '../../src/contract/api.ts';
import { API_PATHS } from '../../src/contract/api-address.ts';
import { runEventSchema } from '../../src/contract/run.ts';
import { fakeWorld, type PlaceWorld } from '../fixtures/place-world.ts';
import {
  clientHeaders,
  eventsOf,
  failure,
  send,
  sourceRequest,
  startTestServer,
  success,
  type TestServer,
  writeFakeNvcc,
} from '../fixtures/test-server.ts';

describe('a machine without nvcc, and a place that has one', () => {
  let world: PlaceWorld;
  let server: TestServer;
  let there = '';

  beforeAll(async () => {
    world = fakeWorld();
    there = join(world.folder, 'fake');
    const [nvcc, program] = [writeFakeNvcc(there), join(world.folder, 'runner')];
    const bin = join(world.folder, 'bin');
    const profile = 'echo Welcome to the GPU box; echo last login: /never; export NVCC_APPEND_FLAGS=-G';
    writeFileSync(join(bin, 'ssh.profile'), profile);
    writeFileSync(join(bin, 'nvcc'), `#!/bin/sh\nexec '${nvcc}' "$@"\n`, { mode: 0o755 });
    const runner = join(import.meta.dirname, '../fixtures/fake-runner.mjs');
    writeFileSync(program, `#!/bin/sh\nSTAND_IN_ARCH=sm_130 exec '${process.execPath}' '${runner}' sound\n`, {
      mode: 0o755,
    });
    mkdirSync(join(world.folder, 'cache'));
    server = await startTestServer(
      {
        places: [{ name: 'box', kind: 'ssh', host: 'gpu-box', folder: join(world.folder, 'cache') }],
        allowSource: true,
      },
      { nvccCandidates: [], elsewhere: { ssh: world.ssh, program } },
    );
  });
  afterAll(async () => {
    await server.end();
    await world.end();
  });

  it('says whose it is, and for what it compiles', () => {
    expect(server.machine.nvcc).toEqual({ version: '99.1.7', place: 'box' });
    expect(server.machine.archs).toContain('sm_90');
  });

  it('builds there, as if it were here', async () => {
    const built = await success(server, 'ok');
    expect(built.ptx).toContain('.file 1 "cuda/kernels/probe/probe.cu"');
    expect(built.ptx).not.toMatch(/Welcome|NVCC_APPEND_FLAGS/);
    expect(built.registers).toBe(10);
    expect(existsSync(join(server.folder, 'fake/started'))).toBe(false);
    expect(readdirSync(there)).toContain('started');
  });

  it('hears what nvcc says there, without paths of that machine', async () => {
    const failed = await failure(server, 'wrong');
    expect(failed.at).toBe('nvcc');
    expect(failed.diagnostics).not.toBe('');
    expect(failed.diagnostics).not.toContain(world.folder);
  });

  it('runs at the place what was built there, as PTX of an older GPU where the compiler does not know it', async () => {
    const request = {
      kernel: 'probe',
      variants: ['plain'],
      params: { mode: 'ok', n: 3 },
      method: 'cold',
      place: 'box',
    };
    const options = { method: 'POST', headers: clientHeaders(server) };
    const answer = await send(server, API_PATHS.run, options, JSON.stringify(request));
    expect(answer.status, answer.body).toBe(200);
    const last = eventsOf(answer)
      .map(event => runEventSchema.parse(event))
      .at(-1);
    expect(last).toMatchObject({
      stage: 'done',
      runs: [{ record: { nvcc: '99.1.7', place: 'box', gpu: { arch: 'sm_130' } } }],
    });
    const { places } = machineInfoSchema.parse(
      JSON.parse((await send(server, API_PATHS.machine, { headers: options.headers })).body),
    );
    expect(places).toMatchObject([{ gpu: { arch: 'sm_90', isPlain: true } }]);
    const [made, ...others] = readdirSync(join(server.dataDir, 'binaries')).filter(name => name.endsWith('.ptx'));
    expect(others).toEqual([]);
    expect(readFileSync(join(server.dataDir, 'binaries', made), 'utf8')).toContain('.visible .entry probe()');
  });

  it('compiles no text of the page', async () => {
    const options = { method: 'POST', headers: clientHeaders(server) };
    const answer = await send(server, '/api/compile-source', options, JSON.stringify(sourceRequest('// MODE=ok\n')));
    expect(answer.status).not.toBe(200);
  });
});

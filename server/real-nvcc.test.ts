/** The same with the real compiler, where there is one: the shipped kernels through the server's own door. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compileEventSchema } from '../src/contract/api.ts';
import { createExec, probeJob } from './exec/exec.ts';
import { eventsOf, postCompile, startTestServer, type TestServer, temporaryFolder } from './fixtures/test-server.ts';
import { catalog } from './toolchain/catalog.ts';
import { nvccCandidates } from './toolchain/find-nvcc.ts';

const checkout = join(import.meta.dirname, '..');
const [nvcc] = nvccCandidates();

describe.skipIf(nvcc === undefined)('nvcc', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({}, { catalog, checkout, nvccCandidates: nvccCandidates() });
  });
  afterAll(() => server.end());

  const kernel = catalog.get('transpose') ?? expect.fail('there is a transpose');
  const compile = async (arch: string) => {
    const request = { kernel: 'transpose', variant: 'padded', params: kernel.defaults, arch };
    const last = eventsOf(await postCompile(server, request))
      .map(event => compileEventSchema.parse(event))
      .at(-1);
    return last?.stage === 'done' ? last : expect.fail(JSON.stringify(last));
  };

  it('hears no flags from our environment', async () => {
    vi.stubEnv('NVCC_APPEND_FLAGS', '-DEVIL_APPENDED');
    vi.stubEnv('NVCC_PREPEND_FLAGS', '-DEVIL_PREPENDED');
    const folder = temporaryFolder();
    const exec = await createExec(folder);
    const { end, stderr } = await exec.inFolder(async work => {
      const argv = ['--dryrun', '-ptx', '-arch=sm_90', '-o', 'x.ptx', 'x.cu'];
      return exec.run(probeJob({ file: nvcc, argv }, work));
    });
    vi.unstubAllEnvs();
    expect(end).toEqual({ kind: 'exited', code: 0 });
    expect(stderr).toContain('cicc');
    expect(stderr).not.toContain('EVIL');
    await exec.close();
    rmSync(folder, { recursive: true });
  });

  it('builds a shipped kernel, and says what ptxas says', async () => {
    const done = await compile('sm_90');
    expect(done.ptx).toContain('.entry transpose');
    expect(done.registers).toBeGreaterThan(8);
    expect(done).toMatchObject({ spillStoreBytes: 0, spillLoadBytes: 0, stackBytes: 0, diagnostics: '' });
    expect(done.ptx).not.toContain(server.folder);
  });

  it('gives the very text that is committed, when it is the same release', async ({ skip }) => {
    const manifest = JSON.parse(readFileSync(join(checkout, 'public/ptx/manifest.json'), 'utf8'));
    skip(manifest.kernels.transpose.nvcc !== server.machine.nvcc?.version, 'another release of nvcc');
    const path = kernel.ptxPath('padded', kernel.defaults, 'sm_90');
    expect((await compile('sm_90')).ptx).toBe(readFileSync(join(checkout, 'public/ptx', path), 'utf8'));
  });
});

/** The GPU process itself, where there is a compiler for it: it builds, and refuses politely where there is no GPU. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { nvccCandidates } from '../toolchain/find-nvcc.ts';

const checkout = join(import.meta.dirname, '../..');
const [nvcc] = nvccCandidates();
const noGpu = spawnSync('nvidia-smi', ['-L']).status !== 0;

describe.skipIf(nvcc === undefined)('the GPU process', () => {
  const folder = temporaryFolder();
  const runner = join(folder, 'runner');
  beforeAll(() => {
    const argv = ['-O2', '-std=c++17', '-Werror=all-warnings', '-arch=sm_90a', `-I${checkout}/cuda/include`];
    execFileSync(nvcc, [...argv, '-o', runner, join(checkout, 'cuda/runner/runner.cu'), '-ldl'], { stdio: 'pipe' });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  // The toolkit has a driver without a GPU behind it, to link against: it exports what the real one does.
  const stub = nvcc && join(dirname(realpathSync(nvcc)), '../lib64/stubs/libcuda.so');
  it.skipIf(!stub || !existsSync(stub))('asks the driver for nothing that it does not export', () => {
    const sources = readdirSync(join(checkout, 'cuda/runner')).filter(name => /\.(cu|cuh|hpp)$/.test(name));
    const text = sources.map(name => readFileSync(join(checkout, 'cuda/runner', name), 'utf8')).join('');
    const asked = [...text.matchAll(/\bDRIVER(_V2)?\((cu\w+)\)/g)].map(
      ([, v2, name]) => name + (v2?.toLowerCase() ?? ''),
    );
    const exported = execFileSync('nm', ['-D', '--defined-only', `${stub}`], { encoding: 'utf8' });
    const names = new Set(exported.split('\n').map(line => line.split(' ').at(-1)));
    expect(asked.length).toBeGreaterThan(30);
    expect(asked.filter(name => !names.has(name))).toEqual([]);
  });

  it('needs no driver to start', () => {
    expect(execFileSync('ldd', [runner], { encoding: 'utf8' })).not.toContain('libcuda');
  });

  it.skipIf(!noGpu)('says in one line that there is no GPU, with an exit code of its own', () => {
    const { status, stdout, stderr } = spawnSync(runner, { input: '', encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toMatch(/^no NVIDIA (driver|GPU)[^\n]*\n$/);
  });
});

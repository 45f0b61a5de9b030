/** The GPU process itself, where there is a compiler for it: it builds, and refuses politely where there is no GPU. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../exec/containment.ts';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { nvccCandidates } from '../toolchain/find-nvcc.ts';

const checkout = join(import.meta.dirname, '../..');
const [nvcc] = nvccCandidates();
const noGpu = findProgram('nvidia-smi') === null;

describe.skipIf(nvcc === undefined)('the GPU process', () => {
  const folder = temporaryFolder();
  const runner = join(folder, 'runner');
  beforeAll(() => {
    const argv = ['-O2', '-std=c++17', '-Werror=all-warnings', '-arch=sm_90a', `-I${checkout}/cuda/include`];
    execFileSync(nvcc, [...argv, '-o', runner, join(checkout, 'cuda/runner/runner.cu'), '-ldl'], { stdio: 'pipe' });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('asks the driver by the names that the header gives its calls', () => {
    const sources = readdirSync(join(checkout, 'cuda/runner')).filter(name => /\.(cu|cuh|hpp)$/.test(name));
    const text = sources.map(name => readFileSync(join(checkout, 'cuda/runner', name), 'utf8')).join('');
    const asked = [...text.matchAll(/\bDRIVER(_V2)?\((cu\w+)\)/g)];
    const calls = [...new Set(asked.map(([, , name]) => name))];
    // What the preprocessor makes of a call is what the driver exports.
    const marked = `#include <cuda.h>\n${calls.map(name => `"${name}" ${name}\n`).join('')}`;
    writeFileSync(join(folder, 'calls.cu'), marked);
    const expanded = execFileSync(nvcc, ['-E', join(folder, 'calls.cu')], { encoding: 'utf8', maxBuffer: 1 << 26 });
    const exported = new Map([...expanded.matchAll(/^"(cu\w+)" (\w+)/gm)].map(([, name, symbol]) => [name, symbol]));
    expect(calls.length).toBeGreaterThan(30);
    const wrong = asked.filter(([, v2, name]) => exported.get(name) !== name + (v2?.toLowerCase() ?? ''));
    expect(wrong.map(([call]) => call)).toEqual([]);
  });

  it.skipIf(!noGpu)(
    'starts without a driver, and says in one line that there is no GPU, with an exit code of its own',
    () => {
      const { status, stdout, stderr } = spawnSync(runner, { input: '', encoding: 'utf8' });
      expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
      expect(stderr).toMatch(/^no NVIDIA (driver|GPU)[^\n]*\n$/);
    },
  );
});

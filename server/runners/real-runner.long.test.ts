/**
 * Tests the GPU process itself, if there is a compiler for it: it builds, and refuses with a sentence if there is no GPU.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ELEMENT_BYTES } from '../../src/trace/launch.ts';
import { bufferBytes } from '../../src/trace/launch-bytes.ts';
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
    // The preprocessor's result for a call is the name that the driver exports.
    const marked = `#include <cuda.h>\n${calls.map(name => `"${name}" ${name}\n`).join('')}`;
    writeFileSync(join(folder, 'calls.cu'), marked);
    const expanded = execFileSync(nvcc, ['-E', join(folder, 'calls.cu')], { encoding: 'utf8', maxBuffer: 1 << 26 });
    const exported = new Map([...expanded.matchAll(/^"(cu\w+)" (\w+)/gm)].map(([, name, symbol]) => [name, symbol]));
    expect(calls.length).toBeGreaterThan(30);
    const wrong = asked.filter(([, v2, name]) => exported.get(name) !== name + (v2?.toLowerCase() ?? ''));
    expect(wrong.map(([call]) => call)).toEqual([]);
  });

  describe('its parts', () => {
    const fixtures = join(import.meta.dirname, '../fixtures');
    const parts = join(folder, 'parts');
    const answers = (libraries: string): string[] =>
      execFileSync(parts, { encoding: 'utf8', env: { LD_LIBRARY_PATH: libraries } })
        .trim()
        .split('\n');
    beforeAll(() => {
      const includes = ['cuda/runner', 'cuda/include'].map(path => `-I${join(checkout, path)}`);
      execFileSync(nvcc, ['-std=c++17', ...includes, '-o', parts, join(fixtures, 'runner-parts.cu'), '-ldl']);
      const library = ['-shared', '-Xcompiler=-fPIC', '-o', join(folder, 'libnvidia-ml.so.1')];
      execFileSync(nvcc, [...library, join(fixtures, 'nvml.cu')]);
    }, 120_000);

    it('agree within a bound, and never on what is no number', () => {
      expect(answers('').slice(0, 17)).toEqual([
        ...['f32 within 1', 'f32 beyond 0', 'f32 nan 0', 'f32 wanted nan 0', 'f32 bound nan 0'],
        ...['f64 at the bound 1', 'f64 without a bound 0'],
        ...['bf16 within 1', 'bf16 beyond 0', 'f16 within 1', 'f16 beyond 0', 'f16 subnormal 1'],
        ...['infinity wanted 1', 'f16 infinity wanted 1', 'another infinity 0', 'infinity not wanted 0'],
        'finite for infinity 0',
      ]);
    });

    it('stop when samples are enough, and say why', () => {
      // 0.2 s of equal samples; noise that does not decrease; too few samples; the time is over.
      expect(answers('').slice(17, 21)).toEqual([
        'stop 20 converged',
        'stop 128 plateau',
        'stop 10 tooFew',
        'stop 60 timeout',
      ]);
    });

    it('make the random numbers of the launches, bit for bit', () => {
      const randoms = answers('').flatMap(line => (line.startsWith('random ') ? [line.slice('random '.length)] : []));
      const bytesOf = (type: 'bf16' | 'f32', seed: number, low: number, high: number): string => {
        const length = 8192 / ELEMENT_BYTES[type];
        const bytes = bufferBytes({ type, length, init: { kind: 'random', seed, low, high } }, 'x');
        return bytes.ok ? Buffer.from(bytes.value).toString('hex') : '';
      };
      expect(randoms).toEqual([
        bytesOf('bf16', 3, -1, 1),
        bytesOf('bf16', 4294967295, 0, 1e-38),
        bytesOf('bf16', 7, -3e38, 3.4e38),
        bytesOf('f32', 3, -1, 1),
        bytesOf('f32', 5, 0, 1e-40),
      ]);
    });

    it('count the others on the GPU where there is an NVML, and themselves not', () => {
      expect(answers(folder).at(-2)).toBe("neighbours 2 of driver '580.1'");
    });

    it('know what keeps the clock down where there is an NVML that knows the GPU', () => {
      expect(answers(folder).at(-1)).toBe('clock 4 71');
    });

    it.skipIf(!noGpu)('say nothing of clock and neighbours where there is none', () => {
      expect(answers('').slice(-2)).toEqual(["neighbours -1 of driver ''", 'clock -1 -1']);
    });
  });

  it.skipIf(!noGpu)(
    'starts without a driver, and says in one line that there is no GPU, with an exit code of its own',
    () => {
      // Its input stays open, since the end of it is its end, too.
      const kept = `sleep 5 | ${runner}`;
      const { status, stdout, stderr } = spawnSync('sh', ['-c', kept], { encoding: 'utf8' });
      expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
      expect(stderr).toMatch(/^no NVIDIA (driver|GPU)[^\n]*\n$/);
    },
  );
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COUNTER_METRICS } from '../../src/trace/hardware-counters.ts';
import { execForEach } from '../fixtures/exec-for-each.ts';
import { runnable } from '../fixtures/small-launch.ts';
import { countLaunches } from './counter-run.ts';
import { findProfiler, profiled } from './profiler.ts';

const LAUNCHES = ['gemm', 'gemm', 'transpose'].map(runnable);

const own = execForEach();

const fixture = (name: string): string => join(import.meta.dirname, '../fixtures', name);
const standIn = (file: string, mode: string) => ({ file: process.execPath, argv: [fixture(file), mode] });

const count = (ncu: string | null, gpu = 'sound', signal = new AbortController().signal) =>
  countLaunches(
    {
      exec: own.exec,
      profiler: ncu === null ? null : standIn('fake-ncu.mjs', ncu),
      program: standIn('fake-runner.mjs', gpu),
    },
    { launches: LAUNCHES, reference: null },
    signal,
  );

describe('hardware counters', () => {
  it('come from a run under the profiler, one set for each launch', async () => {
    const counted = await count('sound');
    if (!counted.ok) return expect.fail(counted.error);
    expect(counted.value.map(({ sharedLoadWavefronts }) => sharedLoadWavefronts)).toEqual([1000, 1001, 1002]);
    expect(Object.keys(counted.value[0])).toEqual(Object.keys(COUNTER_METRICS));
  });

  it.each([
    ['forbidden', 'sound', 'only administrators'],
    ['garbage', 'sound', 'damaged'],
    ['truncated', 'sound', 'damaged'],
    ['misses', 'sound', 'saw 2 launches, not 3'],
    ['silent', 'sound', 'no table'],
    ['fails', 'sound', 'ncu: no device'],
    ['sound', 'noGpu', 'no NVIDIA driver'],
  ])('are refused in one line of a profiler that is %s and a GPU process that is %s', async (ncu, gpu, why) => {
    const counted = await count(ncu, gpu);
    expect(counted.ok).toBe(false);
    expect(!counted.ok && counted.error).toContain(why);
    expect(!counted.ok && counted.error).not.toContain('\n');
  });

  it('need a profiler', async () => {
    expect(await count(null)).toMatchObject({ ok: false, error: expect.stringContaining('no ncu on this machine') });
  });

  it('can be given up', async () => {
    expect((await count('sound', 'sound', AbortSignal.abort())).ok).toBe(false);
    expect((await count('sound', 'hang', AbortSignal.timeout(300))).ok).toBe(false);
  });
});

describe('the profiler', () => {
  it('counts the launches of those names only, and leaves clocks alone', () => {
    const { file, argv } = profiled(
      { file: '/ncu', argv: [] },
      { file: '/gpu', argv: ['x'] },
      ['a', 'b', 'a'],
      '/t.csv',
    );
    expect([file, ...argv].join(' ')).toMatch(/^\/ncu --csv .*--clock-control none --kernel-name regex:\^\(a\|b\)\$ /);
    expect(argv.slice(-4)).toEqual(['--log-file', '/t.csv', '/gpu', 'x']);
  });

  it('takes no name that is more than a name', () => {
    expect(() => profiled({ file: '/ncu', argv: [] }, { file: '/gpu', argv: [] }, ['a|.*'], '/t.csv')).toThrow('entry');
  });

  it('is looked for where it may be', () => {
    const found = findProfiler('/nowhere/bin/nvcc');
    expect(found === null || existsSync(found)).toBe(true);
  });
});

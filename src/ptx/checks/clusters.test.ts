/** CTAs of a cluster on each other's shared memory: results against plain computation, and what is found where nothing orders them. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accessAt } from '../../trace/access-trace.ts';
import type { FaultKind } from '../../trace/fault.ts';
import { postDominator } from '../machine/post-dominator.ts';
import { type KernelRun, parsed, runKernel, traceKernel, wordsOf } from './kernel-run.ts';

const WRONG: Readonly<Record<string, FaultKind>> = {
  histogram: 'race',
  ring: 'race',
  leave: 'notResident',
  ended: 'notResident',
  early: 'notResident',
  stuck: 'deadlock',
  hand: 'race',
  post: 'race',
  multicast: 'race',
};
const VALUES = Array.from({ length: 256 }, (_, i) => (i * i * 7 + 3 * i + 1) % 1009);
const both = (of: (cta: number, thread: number) => number): number[] =>
  Array.from({ length: 128 }, (_, i) => of(i >> 6, i & 63));

const kernel = (name: string, side: 'Wrong' | 'Right'): KernelRun => ({
  entry: name + side,
  grid: [2, 1, 1],
  params: name === 'stuck' ? [] : [{ kind: 'pointer', buffer: 'in' }],
  launch: {
    buffers: [
      { name: 'out', type: 's32', length: 128, init: { kind: 'zeros' } },
      { name: 'in', type: 's32', length: 256, init: { kind: 'values', values: VALUES } },
    ],
  },
});

/** Expected results of the right kernels, computed from their descriptions only. */
function ring(): number[] {
  let values = both((cta, t) => VALUES[64 * cta + t]);
  for (let i = 0; i < 3; i++) {
    const before = values;
    values = both((cta, t) => before[64 * (cta ^ 1) + 63 - t] + i);
  }
  return values;
}
const swapped = both((cta, t) => VALUES[64 * (cta ^ 1) + t]);
const RESULTS: Readonly<Record<string, readonly number[]>> = {
  histogram: both((cta, t) => (cta === 0 ? VALUES.filter(value => (value & 63) === t).length : 0)),
  ring: ring(),
  leave: swapped,
  early: swapped,
  post: swapped,
  stuck: both((_cta, t) => (t < 32 ? 1 : 0)),
  hand: both((cta, t) => (cta === 0 ? VALUES[63 - t] : 0)),
  multicast: both((_cta, t) => VALUES[t]),
};

describe.each(['sm_90a', 'sm_120a'])('%s', arch => {
  const module = parsed(readFileSync(new URL(`./fixtures/clusters.${arch}.ptx`, import.meta.url), 'utf8'));

  test.each(Object.entries(WRONG))('%s: the wrong kernel is a %s', (name, kind) => {
    const { ok, faults } = runKernel(module, kernel(name, 'Wrong'));
    expect(faults.map(f => f.kind)).toEqual([kind]);
    expect(ok).toBe(false);
    expect(faults[0].place).toMatchObject({ file: 'clusters.cu' });
  });

  test.each(Object.keys(WRONG))('%s: the right kernel is clean', name => {
    expect(runKernel(module, kernel(name, 'Right'), { faults: 'all' }).faults).toEqual([]);
  });

  test.each(Object.entries(RESULTS))('%s leaves what a plain computation says', (name, expected) => {
    expect(wordsOf(runKernel(module, kernel(name, 'Right')))).toEqual(expected);
  });

  test('accesses of another CTA are rows of their own, with its rank in their addresses', () => {
    for (const name of ['leave', 'post']) {
      const { trace } = traceKernel(module, kernel(name, 'Right'));
      const rows = Array.from({ length: trace.rows }, (_, row) => accessAt(trace, row));
      const remote = rows.filter(({ space }) => space === 'cluster');
      expect(remote.map(({ cta, warp }) => 2 * cta + warp).sort()).toEqual([0, 1, 2, 3]);
      for (const { cta, address, activeMask, widthBytes, kind } of remote) {
        expect({ activeMask, widthBytes, kind }).toEqual({
          activeMask: 0xffff_ffff,
          widthBytes: 4,
          kind: name === 'post' ? 'store' : 'load',
        });
        expect([...address].every(at => Math.floor(at / 2 ** 24) === (cta ^ 1))).toBe(true);
      }
    }
  });

  test.each(Object.keys(RESULTS))('%s: the trace does not depend on the reconvergence policy', name => {
    const [one, other] = [{}, { reconvergence: postDominator }].map(options => {
      const { trace } = traceKernel(module, kernel(name, 'Right'), options);
      return Array.from({ length: trace.rows }, (_, row) => JSON.stringify(accessAt(trace, row))).sort();
    });
    expect(other).toEqual(one);
  });
});

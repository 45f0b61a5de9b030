/** mbarriers: what they order, what is found where they do not, and how a deadlock at one is reported. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accessAt } from '../../trace/access-trace.ts';
import type { FaultKind } from '../../trace/fault.ts';
import { runAssembly } from '../isa/assembly.ts';
import { postDominator } from '../machine/post-dominator.ts';
import { type KernelRun, parsed, runKernel, traceKernel, wordsOf } from './kernel-run.ts';

const WRONG: Readonly<Record<string, FaultKind>> = {
  exchange: 'race',
  ring: 'race',
  lap: 'deadlock',
  count: 'deadlock',
  bytes: 'deadlock',
  init: 'race',
  overwritten: 'mbarrier',
  copies: 'missingWait',
};
const WITH_INPUT = new Set(['exchange', 'ring', 'lap', 'copies']);
const VALUES = Array.from({ length: 256 }, (_, i) => i * i + 1);
const threads = (of: (thread: number) => number): number[] => Array.from({ length: 64 }, (_, t) => of(t));

const kernel = (name: string, side: 'Wrong' | 'Right'): KernelRun => ({
  entry: name + side,
  params: WITH_INPUT.has(name) ? [{ kind: 'pointer', buffer: 'in' }] : [],
  launch: {
    buffers: [
      { name: 'out', type: 's32', length: 64, init: { kind: 'zeros' } },
      { name: 'in', type: 's32', length: 256, init: { kind: 'values', values: VALUES } },
    ],
  },
});

describe.each(['sm_90a', 'sm_100a'])('%s', arch => {
  const module = parsed(readFileSync(new URL(`./fixtures/mbarriers.${arch}.ptx`, import.meta.url), 'utf8'));

  test.each(Object.entries(WRONG))('%s: the wrong kernel is a %s', (name, kind) => {
    const { ok, faults } = runKernel(module, kernel(name, 'Wrong'));
    expect(faults.map(f => f.kind)).toEqual([kind]);
    expect(ok).toBe(false);
    expect(faults[0].place).toMatchObject({ file: 'mbarriers.cu' });
  });

  test.each(Object.keys(WRONG))('%s: the right kernel is clean, whatever runs first', name => {
    for (const order of [{}, { reconvergence: postDominator }]) {
      expect(runKernel(module, kernel(name, 'Right'), { faults: 'all', ...order }).faults).toEqual([]);
    }
  });

  test('what was written before the arrivals is there', () => {
    const reversed = threads(t => VALUES[63 - t]);
    expect(wordsOf(runKernel(module, kernel('exchange', 'Right')))).toEqual(reversed);
    expect(wordsOf(runKernel(module, kernel('copies', 'Right')))).toEqual(reversed);
    const sum = (lane: number) => Array.from({ length: 8 }, (_, i) => VALUES[32 * i + 31 - lane]);
    const sums = threads(t => (t < 32 ? sum(t).reduce((a, b) => a + b) : 0));
    expect(wordsOf(runKernel(module, kernel('ring', 'Right')))).toEqual(sums);
  });

  test('a deadlock names the barrier, its phase and what is missing', () => {
    const [count] = runKernel(module, kernel('count', 'Wrong')).faults;
    if (count.kind !== 'deadlock') return expect.fail(count.kind);
    const waitsFor = "mbarrier 'full' (shared 0x0), in whose phase 0 1 of 65 arrivals are missing";
    expect(count.waiters.map(w => w.waitsFor)).toEqual([waitsFor, waitsFor]);
    expect(count.message).toContain(waitsFor);
    const [bytes] = runKernel(module, kernel('bytes', 'Wrong')).faults;
    expect(bytes.message).toContain("mbarrier 'full' (shared 0x0), in whose phase 0 64 bytes are still expected");
  });

  test('a deadlock of a CTA does not wait for the others of a large grid', () => {
    const { faults, warpInstructions } = runKernel(module, { ...kernel('count', 'Wrong'), grid: [1000, 1, 1] });
    expect(faults.map(f => f.kind)).toEqual(['deadlock']);
    expect(warpInstructions).toBeLessThan(1000);
  });

  test('mbarriers are no accesses in a trace', () => {
    const { trace } = traceKernel(module, kernel('exchange', 'Right'));
    const kinds = Array.from({ length: trace.rows }, (_, i) => accessAt(trace, i).kind);
    expect(new Set(kinds)).toEqual(new Set(['load', 'store']));
  });
});

test('a race at one of several mbarriers names it by its number', () => {
  const body = `setp.eq.u32 %p1, %tid, 0; @%p1 mbarrier.init.shared.b64 [full+8], 1;
setp.eq.u32 %p2, %tid, 32; @%p2 mbarrier.arrive.shared.b64 _, [full+8];`;
  const { faults } = runAssembly({ module: '.shared .align 8 .b8 full[32];', body, threads: 64 });
  expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining("('full[1]')")]);
});

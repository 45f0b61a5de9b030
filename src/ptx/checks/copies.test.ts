/** Asynchronous copies: what they leave, when they happen, and that a missing wait is found. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accessAt } from '../../trace/access-trace.ts';
import type { FaultKind } from '../../trace/fault.ts';
import type { Launch } from '../../trace/launch.ts';
import { int, type KernelRun, parsed, runKernel, traceKernel, wordsOf } from './kernel-run.ts';

const WRONG: Readonly<Record<string, FaultKind>> = {
  wait: 'missingWait',
  barrier: 'missingWait',
  others: 'race',
  group: 'missingWait',
  reuse: 'race',
  overwrite: 'missingWait',
};

const launch = (values: readonly number[], words = 64): Partial<Launch> => ({
  buffers: [
    { name: 'out', type: 's32', length: words, init: { kind: 'zeros' } },
    { name: 'in', type: 's32', length: values.length, init: { kind: 'values', values } },
  ],
});
const VALUES = Array.from({ length: 256 }, (_, i) => i * i + 1);
const kernel = (entry: string): KernelRun => ({
  entry,
  params: [{ kind: 'pointer', buffer: 'in' }],
  launch: launch(VALUES),
});
const threads = (of: (thread: number) => number): number[] => Array.from({ length: 64 }, (_, t) => of(t));

describe.each(['sm_90a', 'sm_100a'])('%s', arch => {
  const module = parsed(readFileSync(new URL(`./fixtures/copies.${arch}.ptx`, import.meta.url), 'utf8'));

  test.each(Object.entries(WRONG))('%s: the wrong kernel is a %s', (name, kind) => {
    const { ok, faults } = runKernel(module, kernel(`${name}Wrong`));
    expect(faults.map(f => f.kind)).toEqual([kind]);
    expect(ok).toBe(false);
    expect(faults[0].place).toMatchObject({ file: 'copies.cu' });
  });

  test.each(Object.keys(WRONG))('%s: the right kernel is clean', name => {
    expect(runKernel(module, kernel(`${name}Right`), { faults: 'all' }).faults).toEqual([]);
  });

  test('a copy that nobody waited for has not happened', () => {
    expect(wordsOf(runKernel(module, kernel('waitWrong'), { check: false }))).toEqual(threads(() => 0));
    expect(wordsOf(runKernel(module, kernel('groupWrong'), { check: false }))).toEqual(threads(() => 0));
  });

  test('one that was waited for has', () => {
    expect(wordsOf(runKernel(module, kernel('waitRight')))).toEqual(VALUES.slice(0, 64));
    expect(wordsOf(runKernel(module, kernel('groupRight')))).toEqual(VALUES.slice(0, 64));
    const sums = threads(t => [0, 1, 2, 3].reduce((sum, i) => sum + VALUES[64 * i + 63 - t], 0));
    expect(wordsOf(runKernel(module, kernel('stages'), { faults: 'all' }))).toEqual(sums);
  });

  test('the fault names the copy', () => {
    const [fault] = runKernel(module, kernel('waitWrong')).faults;
    expect(fault.message).toMatch(
      /'ld\.shared.*' touches shared byte 0x0 \('tile[^)]*\) before 'cp\.async\.ca.*' \(line \d+, CTA 0, warp 0, lane 0\)/,
    );
    expect(fault.who).toEqual({ cta: 0, warp: 0, lane: 0 });
  });

  test('both sides are traced where the copy is issued', () => {
    const { trace } = traceKernel(module, kernel('waitRight'));
    const copies = Array.from({ length: trace.rows }, (_, i) => accessAt(trace, i)).filter(a => a.kind === 'copy');
    expect(copies.map(a => [a.space, a.widthBytes, a.activeMask, a.warp])).toEqual([
      ['global', 4, 0xffff_ffff, 0],
      ['shared', 4, 0xffff_ffff, 0],
      ['global', 4, 0xffff_ffff, 1],
      ['shared', 4, 0xffff_ffff, 1],
    ]);
    expect(copies[3].address[5] - copies[1].address[5]).toBe(128);
    expect(copies[2].address[5] - copies[0].address[5]).toBe(128);
  });

  test.each([0, 1, 16, 100, 103, 1024])('of %i bytes what is missing becomes zero, and is not read', count => {
    const bytes = Array.from({ length: count }, (_, i) => (i * 7 + 1) % 251);
    const { result, trace } = traceKernel(module, {
      entry: 'ragged',
      params: [{ kind: 'pointer', buffer: 'in' }, int(count)],
      launch: {
        buffers: [
          { name: 'out', type: 'u8', length: 1024, init: { kind: 'poison' } },
          { name: 'in', type: 'u8', length: count, init: { kind: 'values', values: bytes } },
        ],
      },
    });
    expect(result.faults).toEqual([]);
    expect([...result.buffers.get('out')!]).toEqual([...bytes, ...Array.from({ length: 1024 - count }, () => 0)]);
    const sources = Array.from({ length: trace.rows }, (_, i) => accessAt(trace, i)).filter(
      a => a.kind === 'copy' && a.space === 'global',
    );
    const lanes = sources.reduce((sum, a) => sum + [...a.address].filter(at => at >= 0).length, 0);
    expect(lanes).toBe(Math.ceil(count / 16));
  });

  test('a source behind the end is out of bounds', () => {
    const short = { ...kernel('waitRight'), launch: launch(VALUES.slice(0, 60)) };
    expect(runKernel(module, short).faults).toMatchObject([
      { kind: 'outOfBounds', space: 'global', who: { lane: 28 } },
    ]);
  });
});

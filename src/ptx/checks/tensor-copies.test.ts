/** Copies by an engine: what they leave, when they happen, and what is found where a wait, a fence or a count is wrong. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accessAt } from '../../trace/access-trace.ts';
import type { FaultKind } from '../../trace/fault.ts';
import type { LaunchParam, TensorMap } from '../../trace/launch.ts';
import { postDominator } from '../machine/post-dominator.ts';
import { int, type KernelRun, parsed, runKernel, traceKernel, wordsOf } from './kernel-run.ts';

/** The kind, and what the message has to say beside line and lane. */
const WRONG: Readonly<Record<string, readonly [kind: FaultKind, words: RegExp]>> = {
  wait: [
    'missingWait',
    /'ld\.shared.*' touches shared byte 0x\w+ \('tile[^)]*\) before 'cp\.async.*' \(line \d+, CTA 0, warp 0, lane 0\), which writes it asynchronously, was waited for at mbarrier 'full' \(shared 0x\w+\), in whose phase 0 1024 bytes are still expected/,
  ],
  others: ['missingWait', /'ld\.shared.*' touches .* was waited for at mbarrier 'full'/],
  few: ['missingWait', /'ld\.shared.*' touches shared byte 0x\w+ \('tile[^)]*\) before 'cp\.async/],
  many: ['deadlock', /mbarrier 'full' \(shared 0x\w+\), in whose phase 0 512 bytes are still expected/],
  less: ['deadlock', /mbarrier 'full' \(shared 0x\w+\), in whose phase 0 16 bytes more have come than were expected/],
  fence: [
    'missingFence',
    /'cp\.async\.bulk\.tensor.*' touches shared byte 0x\w+ \('tile[^)]*\) through the async proxy, with no fence\.proxy\.async behind 'st\.shared.*' \(line \d+/,
  ],
  oneFence: ['missingFence', /behind 'st\.shared/],
  clear: ['missingFence', /'cp\.async\.bulk\.tensor.*' touches .* behind 'st\.shared/],
  reload: ['race', /'cp\.async.*' and 'ld\.shared.*' .* both touch shared byte/],
  rewrite: [
    'missingWait',
    /'st\.shared.*' touches shared byte 0x\w+ \('tile[^)]*\) before 'cp\.async.*' \(line \d+, CTA 0, warp 0, lane 0\), which reads it asynchronously, was waited for by its thread \(cp\.async\.bulk\.wait_group\.read\)/,
  ],
  align: ['misaligned', /the destination starts at shared address 0x\w+, which is no multiple of 128 bytes/],
  bytes: [
    'missingWait',
    /'cp\.async\.bulk\.global.*' touches shared byte 0x\w+ \('tile[^)]*\) before 'cp\.async\.bulk\.shared/,
  ],
  across: ['missingWait', /'st\.shared.*' touches .*, which reads it asynchronously, was waited for at its mbarrier/],
  leave: [
    'missingWait',
    /'cp\.async.*' may write shared memory after CTA 0 has ended: nobody has waited for it at mbarrier 'full'/,
  ],
};

const SIDE = 16;
const VALUES = Array.from({ length: SIDE * SIDE }, (_, i) => i * i + 1);
const MAP: TensorMap = {
  type: 's32',
  dims: [SIDE, SIDE],
  stridesBytes: [4 * SIDE],
  box: [SIDE, SIDE],
  elementStrides: [1, 1],
  interleave: 'none',
  swizzle: 'none',
  oobFill: 'zero',
};
const map = (buffer: string, pass: 'value' | 'address' = 'value'): LaunchParam => ({
  kind: 'tensorMap',
  pass,
  buffer,
  ...MAP,
});
const OVERTAKES =
  /'cp\.async.*' overwrites shared byte 0x\w+ \('tile[^)]*\) through the async proxy, with no fence\.proxy\.async behind 'ld\.shared.*, which may still be reading it/;

/** Kernels that take two pointers. */
const WITHOUT_MAPS = new Set(['bytes', 'across']);
/** Kernels that store read `in` through a pointer; the others leave what they loaded in `out`. */
const STORES = new Set(['fence', 'oneFence', 'rewrite']);

function kernel(name: string, side: 'Right' | 'Wrong'): KernelRun {
  const pointer = (buffer: string): LaunchParam => ({ kind: 'pointer', buffer });
  const maps = [map('in'), map('out')];
  const params = WITHOUT_MAPS.has(name)
    ? [pointer('out'), pointer('in')]
    : [pointer(STORES.has(name) ? 'in' : 'out'), ...maps];
  const buffers = [
    { name: 'out', type: 's32', length: VALUES.length, init: { kind: 'zeros' } },
    { name: 'in', type: 's32', length: VALUES.length, init: { kind: 'values', values: VALUES } },
  ] as const;
  // Copies within shared memory trap in a launch without clusters.
  const clusters = name === 'across' ? ({ cluster: [1, 1, 1] } as const) : {};
  return { entry: name + side, launch: { params, buffers, ...clusters } };
}

const boxAt = (x: number, y: number): number[] =>
  VALUES.map((_, i) => {
    const [column, row] = [x + (i % SIDE), y + Math.floor(i / SIDE)];
    return column < SIDE && row < SIDE && column >= 0 && row >= 0 ? VALUES[row * SIDE + column] : 0;
  });
const RESULTS: Readonly<Record<string, readonly number[]>> = {
  leave: VALUES.map(() => 0),
  reload: boxAt(0, 2),
  overtake: boxAt(0, 2),
  rewrite: VALUES.map(v => v + 1),
};

describe.each(['sm_90a', 'sm_100a'])('%s', arch => {
  const module = parsed(readFileSync(new URL(`./fixtures/tensor-copies.${arch}.ptx`, import.meta.url), 'utf8'));

  test.each(Object.entries(WRONG))('%s: the wrong kernel is found', (name, [kind, words]) => {
    const { ok, faults } = runKernel(module, kernel(name, 'Wrong'));
    expect(faults.map(f => f.kind)).toEqual([kind]);
    expect(faults[0].message).toMatch(words);
    expect(ok).toBe(false);
    expect(faults[0].place).toMatchObject({ file: 'tensor-copies.cu' });
  });

  test('overtake: a read whose value was stored before the arrival is a hazard', () => {
    const { ok, faults, hazards } = runKernel(module, kernel('overtake', 'Wrong'), { faults: 'all' });
    expect(ok).toBe(true);
    expect(faults).toEqual([]);
    expect(hazards.filter(({ message }) => OVERTAKES.test(message)).map(({ kind }) => kind)).toEqual(['missingFence']);
  });

  test.each([...Object.keys(WRONG), 'overtake'])('%s: the right kernel is clean', name => {
    const result = runKernel(module, kernel(name, 'Right'), { faults: 'all' });
    expect(result.faults).toEqual([]);
    expect(wordsOf(result)).toEqual(RESULTS[name] ?? VALUES);
  });

  test.each([
    [2, []],
    [3, ['uninitialisedRead']],
  ])('a store by a tensor of %i rows reads no more of its box', (rows, kinds) => {
    const { launch } = kernel('fence', 'Right');
    const params: LaunchParam[] = [
      { kind: 'pointer', buffer: 'in' },
      map('in'),
      { kind: 'tensorMap', pass: 'value', buffer: 'out', ...MAP, dims: [SIDE, rows] },
    ];
    // For every four rows of the tile, half of the threads write the first two.
    const run: KernelRun = { entry: 'fenceRight', launch: { ...launch, params, block: [32, 1, 1] } };
    const { faults } = runKernel(module, run, { faults: 'all' });
    expect(faults.map(({ kind }) => kind)).toEqual(kinds);
  });

  test('a copy that nobody waited for has not happened', () => {
    expect(wordsOf(runKernel(module, kernel('wait', 'Wrong'), { check: false }))).toEqual(VALUES.map(() => 0));
  });

  test.each([
    [0, 0],
    [4, 3],
    [-8, -15],
    [16, 0],
    [-400, 0],
  ])('a box at %i, %i has zeros outside', (x, y) => {
    const params = [map('in', 'value'), int(x), int(y)];
    const { launch } = kernel('wait', 'Right');
    const run: KernelRun = {
      entry: 'load',
      launch: { ...launch, params: [{ kind: 'pointer', buffer: 'out' }, ...params] },
    };
    expect(wordsOf(runKernel(module, run))).toEqual(boxAt(x, y));
  });

  test.each(['reload', 'rewrite', 'few'])('%s: the policy of reconvergence changes nothing', name => {
    const [first, second] = [{}, { reconvergence: postDominator }].map(options =>
      traceKernel(module, kernel(name, 'Right'), options),
    );
    expect(second.result.faults).toEqual([]);
    expect(second.trace).toEqual(first.trace);
  });

  test('rows of a trace hold 32 chunks of 16 bytes, the side that is read first', () => {
    const { trace } = traceKernel(module, kernel('fence', 'Right'));
    const copies = Array.from({ length: trace.rows }, (_, i) => accessAt(trace, i)).filter(a => a.kind === 'bulk');
    expect(copies.map(a => [a.space, a.widthBytes, a.activeMask])).toEqual([
      ['shared', 16, 0xffff_ffff],
      ['shared', 16, 0xffff_ffff],
      ['global', 16, 0xffff_ffff],
      ['global', 16, 0xffff_ffff],
    ]);
    expect(copies[1].address[31] - copies[0].address[0]).toBe(63 * 16);
    expect(copies[3].address[31] - copies[2].address[0]).toBe(63 * 16);
  });

  test.each([
    ['128B', 32, 1],
    ['128B', 0, 0],
    ['64B', 128, 0],
    ['none', 32, 0],
  ] as const)('swizzle %s: a box off its repeat is counted', (swizzle, words, count) => {
    const box: TensorMap = {
      ...MAP,
      box: [swizzle === '128B' ? 32 : 16, 8],
      dims: [32, 8],
      stridesBytes: [128],
      swizzle,
    };
    const params: LaunchParam[] = [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'tensorMap', pass: 'value', buffer: 'in', ...box },
      int(words),
      int(4 * box.box[0] * box.box[1]),
    ];
    const { launch } = kernel('wait', 'Right');
    const { faults, profile } = runKernel(
      module,
      { entry: 'placed', launch: { ...launch, params } },
      { profile: true },
    );
    expect(faults).toEqual([]);
    expect(profile!.offRepeat.reduce((sum, n) => sum + n, 0)).toBe(count);
  });
});

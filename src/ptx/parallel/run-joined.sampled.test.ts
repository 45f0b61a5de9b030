import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draws, sampleOf } from '../../../scripts/fixtures/sweep.ts';
import type { BufferInit, Launch } from '../../trace/launch.ts';
import { parsed } from '../checks/kernel-run.ts';
import type { EmulationOptions, EmulationResult } from '../emulation.ts';
import { emulate, fullyLoaded, startEmulation } from '../index.ts';
import type { Module } from '../parse/ast.ts';
import { startJoined } from './joined.ts';
import { type PartRun, startPart } from './part.ts';
import { cut, type PartRunner, runJoined } from './run-joined.ts';

/**
 * Steps of the thread with number %r4 in CTA %r1, as lines of PTX: %rd1 is its own word, %rd2 the words' start, %rd3 a
 * text, %rd4 a flag; %p2 is true in the odd CTA, %p4 in the one behind it. Together they make kernels whose CTAs depend
 * on each other, fault, wait for each other, or do not end.
 */
const STEPS = {
  ownWord: 'st.global.u32 [%rd1], %r4;',
  ownSum: 'ld.global.u32 %r5, [%rd1]; add.s32 %r5, %r5, 3; st.global.u32 [%rd1], %r5;',
  ownByte: 'st.global.u8 [%rd1+1], %r4;',
  neighbour: 'ld.global.u32 %r5, [%rd1+128]; add.s32 %r5, %r5, 1; st.global.u32 [%rd1], %r5;',
  counter: 'atom.global.add.u32 %r5, [%rd2], 1; st.global.u32 [%rd1], %r5;',
  largest: 'red.global.max.u32 [%rd2+4], %r4;',
  sameWord: 'st.global.u32 [%rd2+8], %r1;',
  lastLane: '@%p1 st.volatile.global.u32 [%rd2+12], %r4;',
  shared: 'st.shared.u32 [%r6], %r4; bar.sync 0; ld.shared.u32 %r5, [%r7]; st.global.u32 [%rd1], %r5;',
  bulkOut:
    'st.shared.u32 [%r6], %r4; fence.proxy.async; bar.sync 0; @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1+-124], [%r9], 96;',
  bulkSum:
    'st.shared.u32 [%r6], %r4; fence.proxy.async; bar.sync 0; @%p1 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd2+16], [%r9], 16;',
  race: 'st.shared.u32 [%r6], %r4; ld.shared.u32 %r5, [%r7];',
  outside: '@%p2 st.global.u32 [%rd2+1048576], %r4;',
  trap: '@%p2 trap;',
  clock: 'mov.u32 %r5, %clock; st.global.u32 [%rd1], %r5;',
  prints:
    '{ .param .b64 f; .param .b64 a; .param .b32 n; st.param.b64 [f], %rd3; st.param.b64 [a], 0; call.uni (n), vprintf, (f, a); }',
  printsWords:
    '{ .param .b64 f; .param .b64 a; .param .b32 n; st.param.b64 [f], %rd2; st.param.b64 [a], 0; call.uni (n), vprintf, (f, a); }',
  renames: 'add.s32 %r5, %r1, 65; st.global.u8 [%rd3], %r5;',
  previous: '@%p2 ld.global.u32 %r5, [%rd1+-256]; @%p2 st.global.u32 [%rd1], %r5;',
  waits: 'WAIT: ld.volatile.global.u32 %r5, [%rd4]; setp.eq.u32 %p3, %r5, 0; and.pred %p3, %p3, %p2; @%p3 bra WAIT;',
  flag: '@%p4 st.volatile.global.u32 [%rd4], 1;',
} as const;
type Step = keyof typeof STEPS;

const moduleOf = (steps: readonly Step[], odd: number): Module =>
  parsed(`.version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b32 n) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 text[4] = {104, 105, 10, 0};
.visible .entry k(.param .u64 k_0, .param .u64 k_1)
{
  .reg .pred %p<5>;
  .reg .b32 %r<10>;
  .reg .b64 %rd<5>;
  .shared .align 4 .b8 words[512];
  ld.param.u64 %rd2, [k_0];
  ld.param.u64 %rd4, [k_1];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %rd1, %r4, 4;
  add.s64 %rd1, %rd1, %rd2;
  add.s64 %rd1, %rd1, 256;
  setp.eq.u32 %p1, %r3, 31;
  setp.eq.u32 %p2, %r1, ${odd};
  setp.eq.u32 %p4, %r1, ${odd + 1};
  mov.u64 %rd3, text;
  mov.u32 %r6, words;
  mov.u32 %r9, words;
  shl.b32 %r8, %r3, 2;
  add.s32 %r6, %r6, %r8;
  xor.b32 %r7, %r6, 64;
  ${steps.map(step => STEPS[step]).join('\n  ')}
  ret;
}`);

const launchOf = (ctas: number, init: BufferInit = { kind: 'random', seed: 5 }): Launch => ({
  entry: 'k',
  grid: [ctas, 1, 1],
  block: [64, 1, 1],
  buffers: [
    { name: 'words', type: 'u32', length: 64 * (ctas + 2), init },
    { name: 'flag', type: 'u32', length: 1, init: { kind: 'zeros' } },
    { name: 'bytes', type: 'u8', length: 7, init: { kind: 'zeros' } },
  ],
  params: [
    { kind: 'pointer', buffer: 'words' },
    { kind: 'pointer', buffer: 'flag' },
  ],
});

function taken<T>(result: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A worker in this process: what it hands over has been copied as a message is. */
const runnerOf = (module: Module, launch: Launch, options: EmulationOptions): PartRunner<{ part: PartRun }> => ({
  async run(range) {
    const part = taken(startPart(fullyLoaded(module), launch, options, range));
    while (!part.run(100).done) await Promise.resolve();
    return structuredClone({ part: part.finish() });
  },
  stop() {},
});

async function joined(module: Module, launch: Launch, options: EmulationOptions, workers: number) {
  const emulation = taken(startJoined(fullyLoaded(module), launch, options));
  let parts = 0;
  await runJoined({
    emulation,
    sliceWarpInstructions: 50,
    goesOn: async () => true,
    rest: () => Promise.resolve(),
    hire: () => Array.from({ length: workers }, () => runnerOf(module, launch, options)),
    taken: () => parts++,
  });
  return { result: emulation.result(), parts };
}

const alone = (module: Module, launch: Launch, options: EmulationOptions): EmulationResult =>
  taken(emulate(module, launch, options));

const WORKERS = [1, 2, 3, 7] as const;

describe('a grid run in parts', () => {
  test('gives the result of a run in one piece, whatever the kernel and the number of workers', {
    timeout: 240_000,
  }, async () => {
    const kernels = fc.record({
      steps: fc.uniqueArray(fc.constantFrom(...(Object.keys(STEPS) as Step[])), { minLength: 1, maxLength: 4 }),
      ctas: fc.integer({ min: 1, max: 24 }),
      odd: fc.integer({ min: 0, max: 24 }),
      init: fc.constantFrom<BufferInit>({ kind: 'random', seed: 5 }, { kind: 'poison' }),
      faults: fc.constantFrom('first' as const, 'all' as const),
      maxWarpInstructions: fc.constantFrom(300, 1000, 2 ** 20),
    });
    await fc.assert(
      fc.asyncProperty(kernels, async ({ steps, ctas, odd, init, faults, maxWarpInstructions }) => {
        const module = moduleOf(steps, odd);
        const launch = launchOf(ctas, init);
        const options = { faults, maxWarpInstructions, profile: true };
        const expected = alone(module, launch, options);
        for (const workers of WORKERS) {
          expect((await joined(module, launch, options, workers)).result).toEqual(expected);
        }
      }),
      { numRuns: draws(20) },
    );
  });

  test('does not depend on the size of a slice, be it shorter than one round of the warps', () => {
    const module = moduleOf(['waits', 'flag'], 0);
    const launch = launchOf(3);
    const sliced = taken(startEmulation(module, launch));
    while (!sliced.run(7).done);
    expect(sliced.result()).toEqual(alone(module, launch, {}));
  });

  const partsOf = async (steps: readonly Step[], odd = 99) =>
    (await joined(moduleOf(steps, odd), launchOf(20), { faults: 'all' }, 3)).parts;

  test('takes every part of CTAs that have nothing to do with each other', async () => {
    expect(await partsOf(['ownWord'])).toBeGreaterThan(3);
    expect(await partsOf(['ownSum', 'ownByte', 'shared'])).toBeGreaterThan(3);
    expect(await partsOf(['clock', 'prints'])).toBeGreaterThan(3);
  });

  test('takes parts with faults that do not end them', async () => {
    expect(await partsOf(['ownWord', 'outside', 'race'], 11)).toBeGreaterThan(3);
  });

  test('takes none that depends on CTAs before it, or races with them', async () => {
    expect(await partsOf(['counter'])).toBe(0);
    expect(await partsOf(['sameWord'])).toBe(0);
  });

  /** Wherever a part begins or ends, one CTA comes to lie at its border. */
  test.each<readonly Step[]>([
    ['previous', 'ownWord'],
    ['ownByte', 'previous'],
    ['waits', 'flag'],
    ['outside', 'prints'],
    ['trap'],
  ])('gives the result of a run in one piece whichever CTA is the odd one: %s', async (...steps) => {
    const launch = launchOf(20);
    for (const odd of sampleOf(
      Array.from({ length: 20 }, (_, cta) => cta),
      4,
    )) {
      const module = moduleOf(steps, odd);
      const options = { faults: 'all', maxWarpInstructions: 2 ** 18 } as const;
      expect((await joined(module, launch, options, 3)).result).toEqual(alone(module, launch, options));
    }
  });

  test('what the machine itself reads counts, too', async () => {
    const module = moduleOf(['prints', 'renames'], 99);
    const launch = launchOf(12);
    const { result, parts } = await joined(module, launch, {}, 3);
    expect(parts).toBe(0);
    expect(result.prints.map(print => print.text)).toContain('Ai\n');
    expect(result).toEqual(alone(module, launch, {}));
  });

  test('goes on by itself behind a part that did not come', async () => {
    const module = moduleOf(['ownSum'], 99);
    const launch = launchOf(20);
    const emulation = taken(startJoined(fullyLoaded(module), launch, {}));
    const lost: PartRunner<{ part: PartRun }> = { run: async () => null, stop() {} };
    await runJoined({
      emulation,
      sliceWarpInstructions: 50,
      goesOn: async () => true,
      rest: () => Promise.resolve(),
      hire: () => [lost],
      taken: () => expect.fail('nothing can be taken'),
    });
    expect(emulation.result()).toEqual(alone(module, launch, {}));
  });

  test('ends when it is told to while it waits', async () => {
    const emulation = taken(startJoined(fullyLoaded(moduleOf(['ownWord'], 99)), launchOf(20), {}));
    let stopped = 0;
    let slices = 0;
    const ended = await runJoined({
      emulation,
      sliceWarpInstructions: 50,
      goesOn: async () => slices++ < 40,
      rest: () => Promise.resolve(),
      hire: () => [{ run: () => new Promise<null>(() => {}), stop: () => stopped++ }],
      taken: () => expect.fail('nothing can be taken'),
    });
    expect(ended).toBe(false);
    expect(stopped).toBe(1);
  });
});

test('parts of a grid of clusters are whole clusters', async () => {
  const text = readFileSync(new URL('../checks/fixtures/clusters.sm_90a.ptx', import.meta.url), 'utf8');
  const module = parsed(text);
  const launch: Launch = {
    entry: 'ringRight',
    grid: [26, 1, 1],
    block: [64, 1, 1],
    buffers: [
      { name: 'words', type: 'u32', length: 26 * 64, init: { kind: 'zeros' } },
      { name: 'in', type: 'u32', length: 26 * 64, init: { kind: 'random', seed: 7 } },
    ],
    params: [
      { kind: 'pointer', buffer: 'words' },
      { kind: 'pointer', buffer: 'in' },
    ],
  };
  const { result, parts } = await joined(module, launch, { faults: 'all', profile: true }, 3);
  expect(result).toEqual(alone(module, launch, { faults: 'all', profile: true }));
  expect(result.ok).toBe(true);
  expect(parts).toBeGreaterThan(3);
});

test('a range is cut into nearly equal ranges of whole clusters without gaps', () => {
  const small = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), small, small, (start, clusters, count, size) => {
      const length = clusters * size;
      const ranges = cut({ start, end: start + length }, count, size);
      const lengths = ranges.map(range => (range.end - range.start) / size);
      expect(lengths.every(Number.isInteger)).toBe(true);
      expect(ranges.flatMap(r => Array.from({ length: r.end - r.start }, (_, i) => r.start + i))).toEqual(
        Array.from({ length }, (_, i) => start + i),
      );
      expect(Math.max(0, ...lengths) - Math.min(...lengths, Math.max(0, ...lengths))).toBeLessThanOrEqual(1);
      expect(lengths).not.toContain(0);
    }),
  );
});

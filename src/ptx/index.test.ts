/** The door: slices, limits, bad launches with the field named, special registers. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Dim3, Launch } from '../trace/launch.ts';
import { parsed, runKernel, wordsOf } from './checks/kernel-run.ts';
import { emulate, startEmulation } from './index.ts';
import { assemble, lanes } from './isa/assembly.ts';

const module = parsed(readFileSync(new URL('./checks/fixtures/checks.sm_90.ptx', import.meta.url), 'utf8'));
const launch: Launch = {
  entry: 'raceRight',
  grid: [5, 1, 1],
  block: [64, 1, 1],
  buffers: [{ name: 'out', type: 's32', length: 64, init: { kind: 'zeros' } }],
  params: [{ kind: 'pointer', buffer: 'out' }],
};

describe('slices', () => {
  test.each([1, 7, 1000])('%i warp instructions at a time come to the same end', slice => {
    const whole = emulate(module, launch);
    const started = startEmulation(module, launch);
    if (!started.ok || !whole.ok) return expect.fail('refused');
    let [steps, done] = [0, false];
    while (!done) {
      const progress = started.value.run(slice);
      done = progress.done;
      steps++;
      expect(progress.ctasTotal).toBe(5);
    }
    expect(started.value.result()).toEqual(whole.value);
    expect(steps).toBe(Math.max(1, Math.ceil(whole.value.warpInstructions / slice)));
  });

  test('a loop without end stops at the limit', () => {
    const endless = parsed(assemble({ body: 'LOOP: add.u32 %r1, %r1, 1; bra LOOP;' }));
    const { faults, warpInstructions } = runKernel(endless, { entry: 'k' }, { maxWarpInstructions: 5000 });
    expect(faults.map(f => f.kind)).toEqual(['limit']);
    expect(warpInstructions).toBe(5000);
  });

  test('a loop without end behind a fault stops early, and says so', () => {
    const endless = parsed(assemble({ body: 'st.global.u32 [%out+4096], %r1; LOOP: add.u32 %r1, %r1, 1; bra LOOP;' }));
    const { faults, warpInstructions } = runKernel(endless, { entry: 'k', block: [32, 1, 1] }, { faults: 'all' });
    expect(faults.map(f => f.kind)).toEqual(['outOfBounds', 'limit']);
    expect(faults[1].message).toMatch(/line \d+, .*, with 0 of 1 CTAs done: .* may keep a loop there from its end\.$/);
    expect(warpInstructions).toBeLessThan(2 ** 23);
  });

  test('a limit between two CTAs is a fault too', () => {
    const whole = emulate(module, { ...launch, grid: [1, 1, 1] });
    const maxWarpInstructions = whole.ok ? 2 * whole.value.warpInstructions : 0;
    const result = emulate(module, launch, { maxWarpInstructions });
    expect(result.ok && result.value.faults.map(f => [f.kind, f.who.cta])).toEqual([['limit', 2]]);
    expect(result.ok && result.value.ctasRun).toBe(2);
  });

  test.each<[Dim3]>([[[2 ** 31 - 1, 1, 1]], [[2 ** 31 - 1, 65535, 65535]]])('the grid %j starts at once', grid => {
    const started = startEmulation(module, { ...launch, grid }, { maxWarpInstructions: 10_000 });
    if (!started.ok) return expect.fail('refused');
    const first = started.value.run(1000);
    expect(first).toMatchObject({ done: false, ctasTotal: grid[0] * grid[1] * grid[2] });
    expect(first.warpInstructions).toBeLessThan(1100);
    expect(started.value.run(Number.POSITIVE_INFINITY).done).toBe(true);
    expect(started.value.result().faults.map(f => f.kind)).toEqual(['limit']);
    expect(started.value.result().faults[0].message).toContain(`of ${grid[0] * grid[1] * grid[2]} CTAs done`);
  });

  test('only chosen CTAs run', () => {
    const result = emulate(module, launch, { ctas: [3, 1] });
    expect(result.ok && result.value.ctasRun).toBe(2);
  });
});

describe('launches of one module', () => {
  // Reads what lies behind the words of a CTA, and a variable that moves with the size of the buffer.
  const text = assemble({
    module: '.global .align 4 .b32 count = 100;',
    body: `mov.u32 %r1, %ctaid.x; ld.global.u32 %r2, [count]; add.u32 %r3, %r1, %r2; mul.wide.u32 %x1, %r1, 4; add.u64 %x1, %out, %x1;
LOOP: atom.global.add.u32 %r4, [%x1], %r3; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 9; @%p1 bra LOOP;`,
  });
  const shared = parsed(text);
  const launchOf = (ctas: number): Launch => ({
    grid: [ctas, 1, 1],
    block: [1, 1, 1],
    buffers: [{ name: 'out', type: 's32', length: ctas, init: { kind: 'iota', start: 7, step: 0 } }],
    params: [{ kind: 'pointer', buffer: 'out' }],
  });
  const expected = (ctas: number) => Array.from({ length: ctas }, (_, cta) => 7 + 9 * (cta + 100));

  test('run one after the other, larger and smaller', () => {
    for (const ctas of [3, 500, 2]) {
      const result = emulate(shared, launchOf(ctas));
      expect(result.ok && wordsOf(result.value)).toEqual(expected(ctas));
    }
  });

  test('run side by side', () => {
    const runs = [3, 500, 64].map(ctas => {
      const started = startEmulation(shared, launchOf(ctas));
      if (!started.ok) throw new Error(started.error.message);
      return { ctas, emulation: started.value };
    });
    for (let open = 3; open > 0; ) open = runs.filter(({ emulation }) => !emulation.run(5).done).length;
    for (const { ctas, emulation } of runs) expect(wordsOf(emulation.result())).toEqual(expected(ctas));
  });

  test('find the bounds of their own buffers', () => {
    const past = parsed(assemble({ body: 'st.global.u32 [%out+128], %tid;' }));
    const launch = (length: number): Launch => ({ ...launchOf(1), buffers: [{ ...launchOf(1).buffers[0], length }] });
    const kinds = [64, 8, 64].map(length => {
      const result = emulate(past, launch(length));
      return result.ok && result.value.faults.map(f => f.kind);
    });
    expect(kinds).toEqual([[], ['outOfBounds'], []]);
  });
});

describe('a bad launch names its field', () => {
  test.each<[string, Partial<Launch>, string]>([
    ['entry', { entry: 'nobody' }, 'entry'],
    ['no parameter', { params: [] }, 'params'],
    ['wrong size', { params: [{ kind: 'scalar', type: 'u32', value: 1 }] }, 'params[0]'],
    ['unknown buffer', { params: [{ kind: 'pointer', buffer: 'nope' }] }, 'params[0].buffer'],
    ['too many threads', { block: [64, 32, 1] }, 'block'],
    ['no threads', { block: [0, 1, 1] }, 'block[0]'],
    ['cluster', { cluster: [2, 1, 1] }, 'cluster[0]'],
    ['shared', { dynamicSharedBytes: 300_000 }, 'dynamicSharedBytes'],
    ['symbol', { symbols: [{ name: 'nope', type: 'u32', init: { kind: 'zeros' } }] }, 'symbols[0].name'],
    [
      'init',
      { buffers: [{ name: 'out', type: 'u8', length: 1, init: { kind: 'values', values: [999] } }] },
      'buffers[0].init.values[0]',
    ],
  ])('%s', (_name, change, field) => {
    const result = emulate(module, { ...launch, ...change });
    expect(result.ok ? null : result.error.field).toBe(field);
  });

  test('a variable that there is not is told with those that there are', () => {
    const tables = parsed(
      '.version 8.0\n.target sm_90\n.address_size 64\n.const .b8 table[8];\n.visible .entry k() { ret; }',
    );
    const result = emulate(tables, {
      ...{ entry: 'k', grid: [1, 1, 1], block: [1, 1, 1], buffers: [], params: [] },
      symbols: [{ name: 'nope', type: 'u8', init: { kind: 'zeros' } }],
    });
    expect(result.ok ? null : result.error.message).toBe("the module has no variable 'nope'; its variables: table");
  });

  test('shared memory that the architecture does not have', () => {
    const result = emulate(module, { ...launch, dynamicSharedBytes: 232_449 - 256 });
    expect(result.ok ? null : result.error.message).toBe(
      'a CTA needs 232449 bytes of shared memory (256 static, 232193 dynamic), 1 more than the 232448 of sm_90',
    );
    expect(emulate(module, { ...launch, dynamicSharedBytes: 232_448 - 256 }).ok).toBe(true);
  });

  test('buffers that fit one by one, but not together', () => {
    const half = { type: 'u8', length: 2 ** 29 + 1, init: { kind: 'zeros' } } as const;
    const buffers = ['a', 'b'].map(name => ({ ...half, name }));
    const result = emulate(module, { ...launch, buffers });
    expect(result.ok ? null : result.error).toMatchObject({
      field: 'buffers',
      message: "1073741826 bytes together ('a' 536870913, 'b' 536870913); the most is 1073741824",
    });
  });

  test.each([2 ** 30 + 1, -1, 0.5, Number.NaN])('a buffer of %d bytes', length => {
    const buffers = [{ name: 'out', type: 'u8', length, init: { kind: 'zeros' } }] as const;
    const result = emulate(module, { ...launch, buffers });
    expect(result.ok ? null : result.error.field).toBe('buffers[0].length');
  });

  test('a stack that no thread has', () => {
    const deep = parsed(assemble({ body: '.local .b8 depot[1000000]; mov.u64 %x1, depot;' }));
    const result = emulate(deep, { ...launch, entry: 'k' });
    expect(result.ok ? null : result.error).toMatchObject({
      field: 'entry',
      message: expect.stringContaining('stack'),
    });
  });

  test('a shared base that is not aligned', () => {
    const result = emulate(module, launch, { sharedBaseBytes: 8 });
    expect(result.ok ? null : result.error.field).toBe('sharedBaseBytes');
  });

  test('a CTA beyond the grid', () => {
    const result = emulate(module, launch, { ctas: [5] });
    expect(result.ok ? null : result.error.field).toBe('ctas');
  });
});

test('a mangled kernel is found by its plain name', () => {
  const mangled = parsed(assemble({ body: '' }).replace(' k(', ' _Z1kPf('));
  expect(runKernel(mangled, { entry: 'k' }).ok).toBe(true);
  const nested = parsed(assemble({ body: '' }).replace(' k(', ' _ZN5outer5innerEPf('));
  expect(runKernel(nested, { entry: 'inner' }).ok).toBe(true);
});

test('special registers', () => {
  const values = ['%ntid.x', '%nctaid.y', '%ctaid.x', '%warpid', '%nwarpid', '%lanemask_lt', '%lanemask_ge', 'WARP_SZ'];
  const body = values.map((name, i) => `mov.u32 %r${i}, ${name}; st.global.u32 [%at+${128 * i}], %r${i};`).join('\n');
  const words = wordsOf(
    runKernel(parsed(assemble({ body })), { entry: 'k', block: [32, 1, 1], words: 32 * values.length }),
  );
  const at = (i: number) => words.slice(32 * i, 32 * i + 32);
  expect(values.slice(0, 5).map((_, i) => at(i)[7])).toEqual([32, 1, 0, 0, 1]);
  expect(at(5)).toEqual(lanes(l => ((1 << l) - 1) | 0));
  expect(at(6)).toEqual(lanes(l => (-1 << l) | 0));
  expect(at(7)[0]).toBe(32);
});

test('clocks only grow', () => {
  const body = `mov.u64 %x1, %clock64; mov.u32 %r1, %clock; mov.u64 %x2, %globaltimer; sub.u64 %x3, %x2, %x1; st.global.u64 [%out], %x3;`;
  const [low, high] = wordsOf(runKernel(parsed(assemble({ body })), { entry: 'k', block: [1, 1, 1] }));
  expect(low).toBeGreaterThan(0);
  expect(high).toBe(0);
});

/** Guesses start on the emulator, fit each other, follow what is settled, and stay put when guessed again. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Launch } from '../../trace/launch.ts';
import { emulate } from '../index.ts';
import { parseModule } from '../parse/module.ts';
import { type GuessedLaunch, guessLaunch } from './guess.ts';
import type { EntryOutline } from './module-outline.ts';
import { outlineOf } from './outline.ts';

const textOf = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');

function fixture(name: string) {
  const module = parseModule(textOf(name));
  if (!module.ok) throw new Error(JSON.stringify(module.error));
  const outline = outlineOf(module.value, textOf('outline.cu'));
  const entry = (plain: string): EntryOutline => outline.entries.find(e => e.plainName === plain)!;
  return { module: module.value, outline, entry };
}

const { outline, entry } = fixture('outline.sm_90.ptx');
const guessOf = (plain: string, previous?: GuessedLaunch) => guessLaunch(outline, entry(plain), previous);
const lengths = ({ buffers }: Launch) => Object.fromEntries(buffers.map(b => [b.name, b.length]));

/** The launch with a value at a path, which is then no longer a guess. */
const settle = (
  { launch, guessed }: GuessedLaunch,
  path: string,
  change: (launch: Launch) => Launch,
): GuessedLaunch => ({
  launch: change(launch),
  guessed: guessed.filter(p => p !== path),
});
const withScalar = (index: number, value: number) => (launch: Launch) => ({
  ...launch,
  params: launch.params.map((p, i) => (i === index && p.kind === 'scalar' ? { ...p, value } : p)),
});

describe.each(['outline.sm_90.ptx', 'outline.sm_100a.ptx', 'outline.debug.ptx'])('%s', name => {
  const file = fixture(name);
  it.each(file.outline.entries.map(e => [e.plainName, e] as const))('%s runs as guessed', (_, e) => {
    const result = emulate(file.module, guessLaunch(file.outline, e).launch);
    expect(result.ok && result.value.faults).toEqual([]);
  });
});

/** No variable: addresses count from the start of shared memory. */
const unnamedShared = (variables: string): string => `.version 7.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 k_0)
{
.reg .b64 %x<9>; .reg .b32 %r<9>; ${variables}
ld.param.u64 %x1, [k_0]; mov.u32 %r1, %tid.x; mul.wide.u32 %x2, %r1, 4; add.s64 %x3, %x1, %x2;
st.shared.u32 [%x2], %r1; st.shared.u32 [%x2+128], %r1; bar.sync 0; ld.shared.u32 %r2, [%x2]; st.global.u32 [%x3], %r2;
ret;
}
`;

test.each([
  ['', 255 * 4 + 128 + 4],
  ['.shared .align 4 .b8 array[2048];', undefined],
])('shared memory without a name has a size where there is no other: %o', (variables, bytes) => {
  const module = parseModule(unnamedShared(variables));
  if (!module.ok) throw new Error(module.error.message);
  const known = outlineOf(module.value);
  const { launch, guessed } = guessLaunch(known, known.entries[0]);
  expect(launch.block).toEqual([256, 1, 1]);
  expect(launch.dynamicSharedBytes).toBe(bytes);
  expect(guessed.includes('dynamicSharedBytes')).toBe(bytes !== undefined);
});

/** Each thread reads seven words from its own on, of which others have stored the last six. */
const WINDOW = `
.version 8.7
.target sm_90
.address_size 64
.extern .shared .align 4 .b8 row[];
.visible .entry k(.param .u64 k_0) {
.reg .b32 %r<6>;
.reg .b64 %x<4>;
ld.param.u64 %x1, [k_0]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, row; add.s32 %r5, %r3, %r2;
ld.shared.u32 %r4, [%r5+24]; mul.wide.u32 %x2, %r1, 4; add.s64 %x3, %x1, %x2; st.global.u32 [%x3], %r4;
ret;
}
`;

test('a window around each thread reaches beyond the block', () => {
  const module = parseModule(WINDOW);
  if (!module.ok) throw new Error(module.error.message);
  const known = outlineOf(module.value);
  const { launch } = guessLaunch(known, known.entries[0]);
  expect(launch.dynamicSharedBytes).toBeGreaterThanOrEqual(4 * (launch.block[0] + 6));
});

/** `row = blockIdx.x * blockDim.y + threadIdx.y; if (row < n) out[row * columns + threadIdx.x] = 0;` */
const WARP_A_ROW = `
.version 8.7
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_0, .param .u32 k_1, .param .u32 k_2) {
.reg .b32 %r<12>;
.reg .b64 %x<4>;
.reg .pred %p<3>;
ld.param.u64 %x1, [k_0]; ld.param.u32 %r1, [k_1]; ld.param.u32 %r2, [k_2];
mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.y; mov.u32 %r5, %tid.y; mad.lo.s32 %r6, %r3, %r4, %r5;
setp.ge.s32 %p1, %r6, %r1; @%p1 bra END;
mov.u32 %r7, %tid.x; setp.ge.s32 %p2, %r7, %r2; @%p2 bra END;
mad.lo.s32 %r8, %r6, %r2, %r7; mul.wide.s32 %x2, %r8, 4; add.s64 %x3, %x1, %x2; st.global.u32 [%x3], %r7;
END: ret;
}
`;

test('rows that threads of one axis count with CTAs of another are as many as both, but for one', () => {
  const module = parseModule(WARP_A_ROW);
  if (!module.ok) throw new Error(module.error.message);
  const known = outlineOf(module.value);
  const { launch } = guessLaunch(known, known.entries[0]);
  const rows = launch.params[1];
  expect(launch.block[1]).toBeGreaterThan(1);
  expect(rows.kind === 'scalar' && rows.value).toBe(launch.grid[0] * launch.block[1] - 1);
});

/** `row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; if (row < n) out[row] = 0;` */
const WARP_A_QUOTIENT = `
.version 8.7
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_0, .param .u32 k_1) {
.reg .b32 %r<12>;
.reg .b64 %x<4>;
.reg .pred %p<3>;
ld.param.u64 %x1, [k_0]; ld.param.u32 %r1, [k_1];
mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mov.u32 %r5, %tid.x; mad.lo.s32 %r6, %r3, %r4, %r5;
shr.u32 %r7, %r6, 5; setp.ge.u32 %p1, %r7, %r1; @%p1 bra END;
mul.wide.s32 %x2, %r7, 4; add.s64 %x3, %x1, %x2; st.global.u32 [%x3], %r7;
END: ret;
}
`;

test('rows that 32 threads take together are a part of the threads', () => {
  const module = parseModule(WARP_A_QUOTIENT);
  if (!module.ok) throw new Error(module.error.message);
  const known = outlineOf(module.value);
  const { launch } = guessLaunch(known, known.entries[0]);
  const rows = launch.params[1];
  expect(rows.kind === 'scalar' && rows.value).toBe(Math.floor((launch.grid[0] * launch.block[0] - 1) / 32));
  expect(launch.buffers[0].length).toBe(rows.kind === 'scalar' && rows.value);
});

describe('sizes', () => {
  it('fit lengths, grids and buffers to each other', () => {
    expect(guessOf('saxpy').launch).toMatchObject({ grid: [4, 1, 1], block: [256, 1, 1] });
    expect(lengths(guessOf('saxpy').launch)).toEqual({ y: 1000, x: 1000 });
    expect(guessOf('matmul').launch).toMatchObject({ grid: [4, 4, 1], block: [16, 16, 1] });
    expect(lengths(guessOf('matmul').launch)).toEqual({ c: 3120, a: 3328, b: 3840 });
    expect(guessOf('copy4').launch).toMatchObject({ grid: [8, 1, 1], block: [128, 1, 1] });
    expect(lengths(guessOf('copy4').launch)).toEqual({ out: 4000, in: 4000 });
    expect(lengths(guessOf('strided<__half, 2>').launch)).toEqual({ out: 1000, in: 2000 });
    expect(guessOf('reduce').launch).toMatchObject({ dynamicSharedBytes: 1024 });
    expect(lengths(guessOf('reduce').launch)).toEqual({ out: 4, in: 1000 });
  });

  it('fill outputs with poison, counters with zeros, indices within their range', () => {
    const [out, input] = guessOf('plainAdd').launch.buffers;
    expect(out).toMatchObject({ init: { kind: 'poison' }, output: true });
    expect(input.init.kind).toBe('random');
    expect(input.output).toBeUndefined();
    const [bins, data] = guessOf('histogram').launch.buffers;
    expect(bins).toMatchObject({ type: 'u32', length: 256, init: { kind: 'zeros' }, output: true });
    expect(data).toMatchObject({ type: 'u8', init: { low: 0, high: 255 } });
  });
});

describe('what is settled', () => {
  it('stays, and guesses follow it', () => {
    const previous = settle(guessOf('saxpy'), 'params[3].value', withScalar(3, 5000));
    const next = guessOf('saxpy', previous);
    expect(next.launch.params[3]).toMatchObject({ value: 5000 });
    expect(next.launch.grid).toEqual([20, 1, 1]);
    expect(lengths(next.launch)).toEqual({ y: 5000, x: 5000 });
    expect(next.guessed).not.toContain('params[3].value');
    expect(next.guessed).toContain('grid');
  });

  it('makes products of two lengths', () => {
    const previous = settle(guessOf('matmul'), 'params[5].value', withScalar(5, 100));
    expect(lengths(guessOf('matmul', previous).launch)).toEqual({ c: 3120, a: 5200, b: 6724 });
  });

  it('moves with its parameter when another comes before it', () => {
    const cut: EntryOutline = { ...entry('saxpy'), params: entry('saxpy').params.slice(1) };
    const shorter = { ...outline, entries: [cut] };
    const previous = settle(guessLaunch(shorter, cut), 'buffers[0].init', launch => ({
      ...launch,
      buffers: launch.buffers.map(b => ({ ...b, init: { kind: 'iota' as const } })),
    }));
    const { launch, guessed } = guessOf('saxpy', previous);
    expect(launch.buffers.map(b => [b.name, b.init.kind])).toEqual([
      ['y', 'random'],
      ['x', 'iota'],
    ]);
    expect(guessed).toContain('buffers[0].init');
    expect(guessed).not.toContain('buffers[1].init');
  });

  it('gives a buffer the name of another kernel’s parameter, unless somebody named it', () => {
    const previous = guessOf('saxpy');
    expect(lengths(guessOf('plainAdd', previous).launch)).toEqual({ out: 1000, in: 1000 });
    const named = settle(previous, 'buffers[1].name', launch => launch);
    expect(lengths(guessOf('plainAdd', named).launch)).toEqual({ out: 1000, x: 1000 });
  });

  it('keeps buffers that two parameters share', () => {
    const { launch, guessed } = guessOf('saxpy');
    const params = launch.params.map((p, i) => (i === 1 && p.kind === 'pointer' ? { ...p, buffer: 'y' } : p));
    const next = guessOf('saxpy', { launch: { ...launch, params }, guessed }).launch;
    expect(next.buffers.map(b => b.name)).toEqual(['y']);
  });

  it('guessing again changes nothing, whatever is settled', () => {
    const paths = guessOf('matmul').guessed;
    fc.assert(
      fc.property(fc.subarray([...paths]), fc.integer({ min: 1, max: 300 }), (kept, k) => {
        const { launch } = guessOf('matmul');
        const once = guessOf('matmul', { launch: withScalar(5, k)(launch), guessed: kept });
        expect(guessOf('matmul', once)).toEqual(once);
        expect(once.guessed.filter(path => !kept.includes(path))).toEqual([]);
      }),
    );
  });

  it('every guessed path leads to a value', () => {
    for (const e of outline.entries) {
      const { launch, guessed } = guessLaunch(outline, e);
      for (const path of guessed) {
        const keys = path.split(/[.[\]]+/).filter(key => key !== '');
        const value = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], launch);
        expect(value, path).toBeDefined();
      }
    }
  });
});

describe('a block that barriers and matrix instructions need', () => {
  const blockOf = (body: string, directives = '') => {
    const text = `.version 8.0
.target sm_90a
.address_size 64
.visible .entry kernel(.param .u64 out)${directives}
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r1, %tid.x;
  mad.wide.u32 %rd3, %r1, 4, %rd2;
${body}
  st.global.u32 [%rd3], %r1;
  ret;
}`;
    const parsed = parseModule(text);
    if (!parsed.ok) throw new Error(parsed.error.message);
    const made = outlineOf(parsed.value);
    return guessLaunch(made, made.entries[0]).launch.block;
  };

  it.each([
    ['no barrier', '', [256, 1, 1]],
    ['384 threads at barrier 1', 'bar.sync 1, 384;', [384, 1, 1]],
    ['arrivals of one barrier', 'bar.arrive 2, 288; bar.sync 1, 64;', [288, 1, 1]],
    ['all threads of the block', 'bar.sync 0;', [256, 1, 1]],
    ['the PTX 6 form', 'barrier.cta.sync.aligned 3, 512;', [512, 1, 1]],
  ])('%s', (_, body, block) => {
    expect(blockOf(body)).toEqual(block);
  });

  it('what the kernel was compiled for counts first', () => {
    expect(blockOf('bar.sync 1, 64;', '\n.maxntid 96')).toEqual([96, 1, 1]);
    expect(blockOf('bar.sync 1, 384;', '\n.reqntid 640')).toEqual([640, 1, 1]);
  });
});

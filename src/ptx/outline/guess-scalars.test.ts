/** Numbers that parameters get by what the code does with them, and what follows from them. */
import { expect, test } from 'vitest';
import { parseModule } from '../parse/module.ts';
import { guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';
import { preparedFor } from './remainder.ts';

/** `%t` is the thread, `%c` the CTA, `%p` a pointer, `%n`, `%m` and `%l` integers; `floats` a table of the host, `bytes` dynamic shared memory. */
function launchOf(body: string) {
  const module = parseModule(`.version 9.0
.target sm_90
.address_size 64
.const .align 4 .b8 floats[40];
.extern .shared .align 16 .b8 bytes[];
.visible .entry k(.param .u64 k_0, .param .u32 k_1, .param .u32 k_2, .param .u32 k_3, .param .u32 k_4)
{
.reg .b64 %p, %x<20>; .reg .b32 %n, %m, %l, %t, %c, %r<40>; .reg .f32 %f<9>; .reg .pred %q<9>;
ld.param.u64 %p, [k_0]; ld.param.u32 %n, [k_1]; ld.param.u32 %m, [k_2]; ld.param.u32 %l, [k_3];
mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x;
${body}
END: ret;
}
`);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  return guessLaunch(outline, outline.entries[0]).launch;
}

const store = (index: string) => `mul.wide.s32 %x1, ${index}, 4; add.s64 %x2, %p, %x1; st.global.u32 [%x2], %t;`;
const numberIn = (body: string) => launchOf(body).params[1];

test('a number of bits is small', () => {
  expect(numberIn(`shr.u32 %r1, %t, %n; ${store('%r1')}`)).toMatchObject({ value: 4 });
});

test('the number of a CTA is one that there is', () => {
  const pivot = `setp.eq.s32 %q1, %c, %n; @%q1 bra END; mad.lo.s32 %r1, %c, 64, %t; ${store('%r1')}`;
  expect(numberIn(pivot)).toMatchObject({ value: 1 });
});

test('indices in memory count from 0', () => {
  const first = `mul.wide.s32 %x3, %t, 4; add.s64 %x4, %p, %x3; ld.global.u32 %r1, [%x4]; sub.s32 %r2, %r1, %n; ${store('%r2')}`;
  expect(numberIn(first)).toMatchObject({ value: 0 });
});

test('a length of which the last element is asked for alone is that of all threads', () => {
  const edge = `mad.lo.s32 %r1, %c, 64, %t; add.s32 %r2, %n, -1; setp.eq.s32 %q1, %r1, %r2; @%q1 bra END; ${store('%r1')}`;
  const { grid, block, params } = launchOf(edge);
  expect(params[1]).toMatchObject({ value: 64 * grid[0] });
  expect(block).toEqual([64, 1, 1]);
});

test.each(['sub.s32 %r1, 1, %r1;', 'xor.b32 %r1, %r1, 1;'])('shared memory has both halves of a loop: %s', turn => {
  const body = `mov.u32 %r1, 0; mov.u32 %r2, 0; mov.u32 %r4, bytes;
LOOP: mad.lo.s32 %r5, %r1, %n, %t; shl.b32 %r6, %r5, 2; add.s32 %r7, %r4, %r6; st.shared.u32 [%r7], %t; ${turn}
add.s32 %r2, %r2, 1; setp.lt.s32 %q1, %r2, 8; @%q1 bra LOOP; ${store('%t')}`;
  const { dynamicSharedBytes, block, params } = launchOf(body);
  const { value } = params[1] as { readonly value: number };
  expect(dynamicSharedBytes).toBeGreaterThanOrEqual(4 * (value + block[0]));
});

test('a loop that takes its length in large steps has two rounds', () => {
  const batches = `mov.u32 %r1, 0;
LOOP: add.s32 %r2, %r1, %t; ${store('%r2')} bar.sync 0;
add.s32 %r1, %r1, 128; setp.lt.s32 %q1, %r1, %n; @%q1 bra LOOP;`;
  expect(numberIn(batches)).toMatchObject({ value: 256 });
});

test('dynamic shared memory reaches as far as parameters lead', () => {
  const behind = `setp.ge.s32 %q1, %t, %n; @%q1 bra END; shl.b32 %r1, %n, 1; add.s32 %r2, %r1, %t; shl.b32 %r3, %r2, 2;
mov.u32 %r4, bytes; add.s32 %r5, %r4, %r3; st.shared.u32 [%r5], %t; ${store('%t')}`;
  const { params, dynamicSharedBytes = 0 } = launchOf(behind);
  const [, n] = params;
  expect(n.kind === 'scalar' && Number(n.value)).toBeGreaterThan(100);
  expect(n.kind === 'scalar' && dynamicSharedBytes >= 12 * Number(n.value)).toBe(true);
});

test('dynamic shared memory has all rows of threads that follow one another', () => {
  const rows = `mov.u32 %r1, %ntid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, bytes; shl.b32 %r4, %t, 2; add.s32 %r5, %r3, %r4;
st.shared.u32 [%r5], %t; add.s32 %r6, %r5, %r2; st.shared.u32 [%r6], %t; add.s32 %r7, %r6, %r2; st.shared.u32 [%r7], %t; ${store('%t')}`;
  const { block, dynamicSharedBytes } = launchOf(rows);
  expect(dynamicSharedBytes).toBe(12 * block[0]);
});

test('tables of floats are filled, those of integers are not', () => {
  const load = (type: string, to: string) => `ld.const.${type} ${to}, [floats]; ${store('%t')}`;
  expect(launchOf(load('f32', '%f1')).symbols).toMatchObject([
    { name: 'floats', type: 'f32', init: { kind: 'random' } },
  ]);
  expect(launchOf(load('u32', '%r1')).symbols).toBeUndefined();
});

test('a loop that asks before its step goes on by one more', () => {
  const rows = `mov.u32 %r1, 0;
LOOP: mov.u32 %r2, %r1; mad.lo.s32 %r3, %r2, 64, %t; ${store('%r3')}
add.s32 %r1, %r2, 4; setp.lt.s32 %q1, %r2, 6; @%q1 bra LOOP;`;
  expect(launchOf(rows).buffers[0].length).toBe(64 * 8 + 256);
});

test('a warp that is asked for by the upper bits of its threads exists', () => {
  const warp = `and.b32 %r1, %t, -32; setp.ne.s32 %q1, %r1, 128; @%q1 bra END; ${store('%t')}`;
  expect(launchOf(warp).block[0]).toBeGreaterThanOrEqual(160);
});

test('a length that a part of an index stays below is shorter than all', () => {
  const length = (body: string) => launchOf(`mad.lo.s32 %r1, %c, 256, %t; ${body} ${store('%r1')}`).params[3];
  const part = 'div.u32 %r2, %r1, %m; setp.ge.s32 %q2, %r2, %l; @%q2 bra END;';
  expect(length(`setp.ge.s32 %q1, %r1, %n; @%q1 bra END; ${part}`)).toMatchObject({ value: 32 });
  // Where nothing else says how long the whole is, this does.
  expect(length(part)).toMatchObject({ value: 1000 });
});

test('factor and shift that the host has made of a divisor fit it', () => {
  const index = `ld.param.u32 %r30, [k_4]; mad.lo.s32 %r1, %c, 256, %t; setp.ge.u32 %q1, %r1, %r30; @%q1 bra END;
mul.hi.u32 %r2, %r1, %n; add.s32 %r3, %r2, %r1; shr.u32 %r4, %r3, %m; mul.lo.s32 %r5, %r4, %l; sub.s32 %r6, %r1, %r5;`;
  const { params, buffers } = launchOf(`${index} ${store('%r6')}`);
  const [factor, shift, divisor] = params.slice(1).map(param => ('value' in param ? Number(param.value) : 0));
  for (const n of [0, 1, divisor - 1, divisor, 1000, 12_345]) {
    const high = Number((BigInt(n) * BigInt(factor)) >> 32n);
    expect((high + n) >> shift).toBe(Math.floor(n / divisor));
  }
  expect(buffers[0].length).toBe(divisor);
});

test.each([1, 2, 3, 7, 10, 32, 100, 641, 1000])('a division by %i is one by factor and shift', divisor => {
  const { factor, shift } = preparedFor(divisor);
  expect(factor).toBeLessThan(2 ** 32);
  for (const n of [0, 1, divisor - 1, divisor, divisor + 1, 99_999, 2 ** 24]) {
    expect(Number(((BigInt(n) * BigInt(factor)) >> 32n) + BigInt(n)) >>> shift).toBe(Math.floor(n / divisor));
  }
});

test('a length that is asserted is one that all threads stay below', () => {
  const check = (
    otherwise: string,
  ) => `mad.lo.s32 %r1, %c, 256, %t; setp.lt.s32 %q1, %r1, %n; @%q1 bra GOOD; ${otherwise}
GOOD: ${store('%r1')}`;
  expect(numberIn(check('trap;'))).toMatchObject({ value: 1024 });
  expect(numberIn(check('bra END;'))).toMatchObject({ value: 1000 });
});

test('a length around an assertion of something else is an ordinary one', () => {
  const body = `mad.lo.s32 %r1, %c, 256, %t; setp.ge.s32 %q1, %r1, %n; @%q1 bra END;
setp.ne.s32 %q2, %m, 5; @%q2 bra GOOD; trap;
GOOD: ${store('%r1')}`;
  expect(numberIn(body)).toMatchObject({ value: 1000 });
});

test('CTAs are shared out among no more than there are of them', () => {
  const { grid, params } = launchOf(`mov.u32 %r1, %nctaid.x; div.s32 %r2, %r1, %n; div.s32 %r3, %c, %r2;
mul.lo.s32 %r4, %r3, %m; mad.lo.s32 %r5, %r4, 64, %t; ${store('%r5')}`);
  const [, n] = params;
  expect(n.kind === 'scalar' && Math.floor(grid[0] / Number(n.value))).toBeGreaterThanOrEqual(1);
});

test('a number that passes through shared memory is as wide as its parameter, whatever else is there', () => {
  const { params } = launchOf(`ld.param.u64 %x9, [k_0]; st.shared.u64 [bytes], %x9; ld.shared.f32 %f1, [bytes+8];
add.f32 %f1, %f1, %f1; st.shared.f32 [bytes+8], %f1;`);
  expect(params[0]).toMatchObject({ kind: 'scalar', type: 's64' });
});

test('a pointer into shared memory is the start of as much as is reached, not a buffer', () => {
  const { params, dynamicSharedBytes, buffers } = launchOf(`ld.param.u64 %x9, [k_0]; mul.wide.u32 %x1, %t, 4;
add.u64 %x2, %x9, %x1; st.shared.u32 [%x2], %t; ld.shared.f32 %f1, [bytes];`);
  expect(params[0]).toMatchObject({ kind: 'scalar', value: 0 });
  expect(buffers).toEqual([]);
  expect(dynamicSharedBytes).toBeGreaterThan(0);
});

test('a number of one byte is true, also where something is multiplied by it', () => {
  const module = parseModule(`.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_0, .param .u32 k_1, .param .u8 k_2)
{
.reg .b64 %p, %x<9>; .reg .b32 %r<9>; .reg .b16 %s1; .reg .pred %q;
ld.param.u64 %p, [k_0]; ld.param.u32 %r1, [k_1]; ld.param.u8 %s1, [k_2]; cvt.u32.u16 %r2, %s1; mov.u32 %r3, %tid.x;
setp.ge.s32 %q, %r3, %r1; @%q bra END; mad.lo.s32 %r4, %r2, %r1, %r3; mul.wide.s32 %x1, %r4, 4; add.s64 %x2, %p, %x1;
st.global.u32 [%x2], %r3;
END: ret; }`);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  const { params, buffers } = guessLaunch(outline, outline.entries[0]).launch;
  expect(params[2]).toMatchObject({ value: 1 });
  expect(buffers[0].length).toBe(2 * 252);
});

test('neighbours to both sides are a few', () => {
  const radius = `neg.s32 %r1, %n; NEXT: add.s32 %r2, %t, %r1; ${store('%r2')}
add.s32 %r1, %r1, 1; setp.le.s32 %q1, %r1, %n; @%q1 bra NEXT;`;
  expect(numberIn(radius)).toMatchObject({ value: 2 });
});

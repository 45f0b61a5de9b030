/** Numbers that parameters get by what the code does with them, and what follows from them. */
import { expect, test } from 'vitest';
import { parseModule } from '../parse/module.ts';
import { guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';

/** `%t` is the thread, `%c` the CTA, `%p` a pointer, `%n` an integer; `floats` a table of the host, `bytes` dynamic shared memory. */
function launchOf(body: string) {
  const module = parseModule(`.version 9.0
.target sm_90
.address_size 64
.const .align 4 .b8 floats[40];
.extern .shared .align 16 .b8 bytes[];
.visible .entry k(.param .u64 k_0, .param .u32 k_1)
{
.reg .b64 %p, %x<20>; .reg .b32 %n, %t, %c, %r<40>; .reg .f32 %f<9>; .reg .pred %q<9>;
ld.param.u64 %p, [k_0]; ld.param.u32 %n, [k_1];
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

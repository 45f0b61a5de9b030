/** Threads of a tile of which each has several elements. */
import { expect, it } from 'vitest';
import { parseModule } from '../parse/module.ts';
import { guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';

/** `steps`: of a thread's elements, each of which is stored where it lies ahead of `n`; the store's place is no sum. */
const ptxOf = (steps: readonly number[]): string => `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n)
{ .reg .b64 %x<4>; .reg .b32 %r<9>; .reg .pred %p;
ld.param.u64 %x1, [out]; ld.param.u32 %r1, [n]; mov.u32 %r2, %ctaid.x; shl.b32 %r3, %r2, 9; mov.u32 %r4, %tid.x; add.s32 %r5, %r3, %r4;
${steps
  .map(
    (step, i) => `add.s32 %r6, %r5, ${step}; setp.ge.s32 %p, %r6, %r1; @%p bra L${i};
xor.b32 %r7, %r6, 1; mul.wide.s32 %x2, %r7, 4; add.s64 %x3, %x1, %x2; st.global.u32 [%x3], %r6; L${i}:`,
  )
  .join('\n')}
ret; }
`;

it.each([
  ['four of 512, 128 apart', [0, 128, 256, 384], 128],
  ['two of 512, 256 apart', [0, 256], 256],
  ['one of 512', [0], 512],
  ['not all of 512', [0, 128, 256], 512],
  ['a step that is not even', [0, 128, 200, 384], 512],
])('%s', (_, steps, threads) => {
  const module = parseModule(ptxOf(steps));
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  expect(guessLaunch(outline, outline.entries[0]).launch.block).toEqual([threads, 1, 1]);
});

/** A thread goes on to its next element only as long as there are more. */
const going = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n, .param .u32 mode)
{ .reg .b64 %x<4>; .reg .b32 %r<9>; .reg .pred %p;
ld.param.u64 %x1, [out]; ld.param.u32 %r1, [n]; ld.param.u32 %r8, [mode];
mov.u32 %r2, %ctaid.x; shl.b32 %r3, %r2, 8; mov.u32 %r4, %tid.x; add.s32 %r5, %r3, %r4;
setp.ge.s32 %p, %r5, %r1; @%p bra L1; mul.wide.s32 %x2, %r5, 4; add.s64 %x3, %x1, %x2; st.global.u32 [%x3], %r5; add.s32 %r5, %r5, 128;
L1: setp.ge.s32 %p, %r5, %r1; @%p bra L2; mul.wide.s32 %x2, %r5, 4; add.s64 %x3, %x1, %x2; st.global.u32 [%x3], %r5;
L2: setp.eq.s32 %p, %r8, 3; @%p bra L3; setp.eq.s32 %p, %r8, 7; @%p bra L3; st.global.u32 [%x1], %r8; L3: ret; }
`;

it('one after the other; and a number that is asked for by constants is one of them', () => {
  const module = parseModule(going);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  const { block, params } = guessLaunch(outline, outline.entries[0]).launch;
  expect(block).toEqual([128, 1, 1]);
  expect(params[2]).toMatchObject({ value: 3 });
});

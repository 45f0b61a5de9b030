/** Threads of a CTA, guessed of a kernel that says for how many it was compiled. */
import { expect, it } from 'vitest';
import { parseModule } from '../parse/module.ts';
import { guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';

/** Every thread makes half of an element of a row of 128, or one of it. */
const ptx = (maxntid: string) => `.version 8.0
.target sm_90
.address_size 64
.visible .entry row(.param .u64 out) ${maxntid}
{
	.reg .b32 %r<6>;
	.reg .b64 %rd<5>;
	ld.param.u64 %rd1, [out];
	cvta.to.global.u64 %rd2, %rd1;
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, %ctaid.x;
	shl.b32 %r3, %r2, 7;
	shr.u32 %r4, %r1, 1;
	add.s32 %r5, %r3, %r4;
	mul.wide.u32 %rd3, %r5, 4;
	add.s64 %rd4, %rd2, %rd3;
	st.global.u32 [%rd4], %r5;
	ret;
}
`;

function blockOf(maxntid: string): readonly number[] {
  const module = parseModule(ptx(maxntid));
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  return guessLaunch(outline, outline.entries[0]).launch.block;
}

it.each([
  ['', 128],
  ['.maxntid 64, 1, 1', 64],
  ['.maxntid 128, 1, 1', 128],
  ['.maxntid 256, 1, 1', 256],
])('a tile of 128 with %j has %i threads', (maxntid, threads) => {
  expect(blockOf(maxntid)).toEqual([threads, 1, 1]);
});

/** A tile of 16 by 16; `%r9` is added to its rows. */
const plane = (more: string) => `.version 8.0
.target sm_90
.address_size 64
.visible .entry tile(.param .u64 out)
{
	.reg .b32 %r<16>;
	.reg .b64 %rd<5>;
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %ntid.x; mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ctaid.y;
	shl.b32 %r6, %r4, 4; add.s32 %r6, %r6, %r1; shl.b32 %r7, %r5, 4; add.s32 %r7, %r7, %r2;
	${more}
	add.s32 %r7, %r7, %r9; mad.lo.s32 %r8, %r7, 64, %r6;
	mul.wide.u32 %rd3, %r8, 4; add.s64 %rd4, %rd1, %rd3;
	st.global.u32 [%rd4], %r8;
	ret;
}
`;

it.each([
  ['a rank in the block asks for no size of it', 'mad.lo.s32 %r9, %r2, %r3, %r1;', [16, 16, 1]],
  ['a step by all threads does', 'add.s32 %r9, %r1, %r3;', [32, 16, 1]],
])('%s', (_, more, block) => {
  const module = parseModule(plane(more));
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  expect(guessLaunch(outline, outline.entries[0]).launch.block).toEqual(block);
});

/** Tiles of 64 by 16, which the threads go through in steps of 192 where the code does not ask for the block's size. */
const stepped = (step: string) => `.version 8.0
.target sm_90
.address_size 64
.visible .entry tiles(.param .u64 out)
{
	.reg .b32 %r<16>; .reg .b64 %rd<9>; .reg .pred %p;
	ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;
NEXT:	shr.u32 %r4, %r1, 4; and.b32 %r5, %r1, 15; mad.lo.s32 %r6, %r2, 64, %r4; shl.b32 %r7, %r6, 4; add.s32 %r8, %r7, %r5;
	mul.wide.u32 %rd3, %r8, 4; add.s64 %rd4, %rd1, %rd3; st.global.u32 [%rd4], %r8;
	add.s32 %r1, %r1, ${step}; setp.lt.u32 %p, %r1, 1024; @%p bra NEXT;
	ret;
}
`;

it.each([
  ['192', [192, 1, 1]],
  ['%r3', [256, 1, 1]],
  ['20', [64, 1, 1]],
])('threads that go on by %s are %j', (step, block) => {
  const text = stepped(step);
  const module = parseModule(step.startsWith('%') ? text : text.replace('mov.u32 %r3, %ntid.x;', ''));
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  expect(guessLaunch(outline, outline.entries[0]).launch.block).toEqual(block);
});

it.each([
  [30, 32],
  [12, 16],
  [24, 24],
])('CTAs %i elements apart in both directions have a border: %i threads a side', (step, threads) => {
  const module = parseModule(`.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n)
{
	.reg .b32 %r<9>; .reg .b64 %rd<5>; .reg .pred %p;
	ld.param.u64 %rd1, [out]; ld.param.u32 %r7, [n];
	mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.s32 %r3, %r2, ${step}, %r1;
	mov.u32 %r4, %tid.y; mov.u32 %r5, %ctaid.y; mad.lo.s32 %r6, %r5, ${step}, %r4;
	setp.ge.s32 %p, %r3, %r7; @%p ret; mad.lo.s32 %r8, %r6, %r7, %r3;
	mul.wide.s32 %rd3, %r8, 4; add.s64 %rd4, %rd1, %rd3; st.global.u32 [%rd4], %r8; ret;
}`);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  expect(guessLaunch(outline, outline.entries[0]).launch.block).toEqual([threads, threads, 1]);
});

/** Checks the guesses for numbers that are used as indices, in PTX that a person wrote. */
import { expect, it } from 'vitest';
import { emulate } from '../index.ts';
import { parseModule } from '../parse/module.ts';
import { guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';

const HEAD = '.version 8.0\n.target sm_90\n.address_size 64\n';

/** `ends[t]` and `ends[t + 1]` are the ends of a range of `values`; `bytes[t]` is a place in shared memory. */
const PTX = `${HEAD}
.visible .entry pick(.param .u64 ends, .param .u64 values, .param .u64 pick_param_2)
{
	.reg .b32 %r<9>;
	.reg .b64 %rd<16>;
	.shared .align 4 .b8 counts[64];
	ld.param.u64 %rd1, [ends];
	ld.param.u64 %rd2, [values];
	ld.param.u64 %rd3, [pick_param_2];
	cvta.to.global.u64 %rd4, %rd1;
	cvta.to.global.u64 %rd5, %rd2;
	cvta.to.global.u64 %rd6, %rd3;
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd7, %r1, 4;
	add.s64 %rd8, %rd4, %rd7;
	ld.global.u32 %r2, [%rd8];
	ld.global.u32 %r3, [%rd8+4];
	add.s32 %r4, %r2, %r3;
	mul.wide.u32 %rd9, %r2, 4;
	add.s64 %rd10, %rd5, %rd9;
	st.global.u32 [%rd10], %r4;
	cvt.u64.u32 %rd11, %r1;
	add.s64 %rd12, %rd6, %rd11;
	ld.global.u8 %r5, [%rd12];
	shl.b32 %r6, %r5, 2;
	mov.u32 %r7, counts;
	add.s32 %r8, %r7, %r6;
	st.shared.u32 [%r8], %r1;
	ret;
}
`;

const module = parseModule(PTX);
if (!module.ok) throw new Error(module.error.message);
const outline = outlineOf(module.value);
const { launch } = guessLaunch(outline, outline.entries[0]);

it('keeps names that a person gave, and numbers those of a compiler', () => {
  expect(outline.entries[0].params.map(({ name }) => name)).toEqual(['ends', 'values', 'p2']);
});

it('gives the ends of ranges one more element than there are ranges', () => {
  const threads = launch.block[0];
  expect(launch.buffers.find(({ name }) => name === 'ends')).toMatchObject({ length: threads + 1, type: 'u32' });
});

it('fills places in a shared array with numbers that it has', () => {
  expect(launch.buffers.find(({ name }) => name === 'p2')).toMatchObject({ type: 'u8', init: { low: 0, high: 15 } });
});

it('runs as it is', () => {
  const run = emulate(module.value, launch, { faults: 'first', check: false });
  expect(run.ok && run.value.faults).toEqual([]);
});

/** `if (t < n) out[t] = t`, and with `<=`; with `always`, all threads store there, too. */
const guarded = (comparison: string, always = ''): string => `${HEAD}
.visible .entry guarded(.param .u64 out, .param .u32 n)
{
	.reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %rd<5>;
	ld.param.u64 %rd1, [out]; ld.param.u32 %r1, [n];
	mov.u32 %r2, %tid.x; mul.wide.u32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2;
	${always}
	setp.${comparison}.u32 %p1, %r2, %r1;
	@%p1 bra END;
	st.global.u32 [%rd3], %r2;
END: ret;
}
`;

function ranGuarded(source: string): { length: number; faults: readonly string[] } {
  const module = parseModule(source);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  const { launch } = guessLaunch(outline, outline.entries[0]);
  const run = emulate(module.value, launch);
  if (!run.ok) throw new Error(run.error.message);
  return { length: launch.buffers[0].length, faults: run.value.faults.map(({ kind }) => kind) };
}

it('a buffer behind a comparison is as long as that says, also in one CTA, so that a thread too many is found', () => {
  expect(ranGuarded(guarded('ge'))).toEqual({ length: 252, faults: [] });
  expect(ranGuarded(guarded('gt'))).toEqual({ length: 252, faults: ['outOfBounds'] });
});

it('one that all threads reach, too, has room for all', () => {
  const all = 'st.global.u32 [%rd3], %r1;';
  expect(ranGuarded(guarded('ge', all))).toEqual({ length: 256, faults: [] });
});

/** `at = key & mask; while (cas(table[at], -1, key) is another key) at = (at + 1) & mask`. */
const TABLE = `${HEAD}
.visible .entry insert(.param .u64 table, .param .u64 keys, .param .u32 mask)
{
	.reg .pred %p<5>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
	ld.param.u64 %rd1, [table]; ld.param.u64 %rd2, [keys]; ld.param.u32 %r1, [mask];
	mov.u32 %r2, %tid.x; mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd2, %rd3; ld.global.u32 %r3, [%rd4];
	mul.lo.u32 %r4, %r3, -1640531535;
NEXT:	and.b32 %r5, %r4, %r1; mul.wide.u32 %rd5, %r5, 4; add.s64 %rd6, %rd1, %rd5; mov.u32 %r6, -1;
	atom.global.cas.b32 %r7, [%rd6], %r6, %r3;
	setp.eq.s32 %p1, %r7, -1; setp.eq.u32 %p2, %r7, %r3; add.u32 %r4, %r5, 1; or.pred %p3, %p1, %p2; @!%p3 bra NEXT;
	ret;
}
`;

it('a table of keys is empty, and as long as its mask says', () => {
  const module = parseModule(TABLE);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  const { launch } = guessLaunch(outline, outline.entries[0]);
  expect(launch.params[2]).toMatchObject({ value: 31 });
  expect(launch.buffers[0]).toMatchObject({ length: 32, init: { kind: 'iota', start: -1, step: 0 } });
  expect(emulate(module.value, launch)).toMatchObject({ ok: true, value: { faults: [] } });
});

/** `if (in[i] > 4) out[atomicAdd(count, 1)] = in[i]`. */
const COMPACT = `${HEAD}
.visible .entry compact(.param .u64 in, .param .u64 out, .param .u64 count, .param .u32 n)
{
	.reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
	ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u64 %rd3, [count]; ld.param.u32 %r1, [n];
	mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;
	setp.ge.s32 %p1, %r5, %r1; @%p1 bra END;
	mul.wide.s32 %rd4, %r5, 4; add.s64 %rd5, %rd1, %rd4; ld.global.u32 %r6, [%rd5];
	setp.lt.s32 %p2, %r6, 5; @%p2 bra END;
	atom.global.add.u32 %r7, [%rd3], 1; mul.wide.u32 %rd6, %r7, 4; add.s64 %rd7, %rd2, %rd6; st.global.u32 [%rd7], %r6;
END:	ret;
}
`;

it('what is stored at a number that was drawn may be as long as all threads draw one', () => {
  const module = parseModule(COMPACT);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  const { launch } = guessLaunch(outline, outline.entries[0]);
  expect(launch.buffers.map(({ length }) => length)).toEqual([1000, 1000, 1]);
  expect(emulate(module.value, launch)).toMatchObject({ ok: true, value: { faults: [] } });
});

/** Each CTA fills its 4 KiB of `out` from its first thread on, in steps of its size, as long as `i <= n`. */
const upTo = (type: string, register: string): string => `${HEAD}
.visible .entry fill(.param .u64 out, .param .u32 n)
{ .reg .b64 %x<6>; .reg .b32 %r<9>; .reg .f32 %f; .reg .pred %p;
ld.param.u64 %x1, [out]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; mov.u32 %r3, %ntid.x; cvt.rn.f32.u32 %f, %r1;
mad.lo.s32 %r5, %r1, 3, 0; mov.u32 %r6, %ctaid.x; mul.wide.u32 %x5, %r6, 4096; add.s64 %x4, %x1, %x5;
NEXT: setp.gt.s32 %p, %r2, %r1; @%p bra END;
mul.wide.s32 %x2, %r2, 4; add.s64 %x3, %x4, %x2; st.global.${type} [%x3], ${register}; add.s32 %r2, %r2, %r3; bra NEXT;
END: ret; }`;

it.each([
  ['integers may be the ends of n ranges', 's32', '%r5', []],
  ['numbers are as many as the length says', 'f32', '%f', ['outOfBounds']],
])('%s', (_, type, register, kinds) => {
  const filled = parseModule(upTo(type, register));
  if (!filled.ok) throw new Error(filled.error.message);
  const known = outlineOf(filled.value);
  const run = emulate(filled.value, guessLaunch(known, known.entries[0]).launch);
  expect(run.ok && run.value.faults.map(({ kind }) => kind)).toEqual(kinds);
});

/** `if (i < n)` with an access to `out[places[i]]`. */
const scatter = (access: string): string => `${HEAD}
.visible .entry scatter(.param .u64 out, .param .u64 places, .param .u32 n)
{ .reg .b64 %x<9>; .reg .b32 %r<9>; .reg .f32 %f; .reg .pred %p;
ld.param.u64 %x1, [out]; ld.param.u64 %x2, [places]; ld.param.u32 %r1, [n];
mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4; cvt.rn.f32.u32 %f, %r5;
setp.ge.s32 %p, %r5, %r1; @%p bra END; mul.wide.s32 %x3, %r5, 4; add.s64 %x4, %x2, %x3; ld.global.u32 %r6, [%x4];
mul.wide.s32 %x5, %r6, 4; add.s64 %x6, %x1, %x5; ${access}
END: ret; }`;

it.each([
  ['what is only stored behind places lies at another one each', 'st.global.u32 [%x6], %r5;', 1000, { step: 1 }, []],
  [
    'what is loaded there, too, may lie at the same one',
    'ld.global.u32 %r7, [%x6]; add.s32 %r7, %r7, 1; st.global.u32 [%x6], %r7;',
    256,
    { kind: 'random' },
    ['race'],
  ],
  ['atomics meet', 'red.global.add.u32 [%x6], %r5;', 256, { kind: 'random' }, []],
])('%s', (_, access, length, init, kinds) => {
  const module = parseModule(scatter(access));
  if (!module.ok) throw new Error(module.error.message);
  const known = outlineOf(module.value);
  const { launch } = guessLaunch(known, known.entries[0]);
  expect(launch.buffers).toMatchObject([{ length }, { init }]);
  const run = emulate(module.value, launch);
  expect(run.ok && [...new Set(run.value.faults.map(({ kind }) => kind))]).toEqual(kinds);
});

it('what is compared with -1 and stored is -1 everywhere at first', () => {
  const visit = 'ld.global.u32 %r7, [%x6]; setp.ne.s32 %p, %r7, -1; @%p bra END; st.global.u32 [%x6], %r5;';
  const module = parseModule(scatter(visit));
  if (!module.ok) throw new Error(module.error.message);
  const known = outlineOf(module.value);
  const { launch } = guessLaunch(known, known.entries[0]);
  expect(launch.buffers[0]).toMatchObject({ type: 's32', init: { kind: 'iota', start: -1, step: 0 } });
  const run = emulate(module.value, launch);
  expect(run.ok && run.value.faults.map(({ kind }) => kind)).toContain('race');
});

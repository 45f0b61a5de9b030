/** A kernel with the functions that it calls in their places: addresses whose index comes from behind a call. */
import { describe, expect, it } from 'vitest';
import { emulate } from '../index.ts';
import { parseModule } from '../parse/module.ts';
import { guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';

const place = (name: string, special: string): string => `.func (.param .b32 r) ${name}()
{ .reg .b32 %a; mov.u32 %a, ${special}; st.param.b32 [r], %a; ret; }
`;
const ask = (register: string, name: string): string =>
  `{ .param .b32 v; call.uni (v), ${name}, (); ld.param.b32 ${register}, [v]; }`;

/** A tile of 32 x 32 words, which 8 rows of threads turn; no code but that of called functions names a thread. */
const turning = (barrier: string): string => `.version 7.0
.target sm_80
.address_size 64
.shared .align 4 .b8 tile[4224];
${place('tx', '%tid.x')}${place('ty', '%tid.y')}${place('bx', '%ctaid.x')}${place('by', '%ctaid.y')}
.func (.param .b64 r) at(.param .b64 base, .param .b32 row, .param .b32 column, .param .b32 width)
{ .reg .b32 %a<5>; .reg .b64 %b<5>; .reg .pred %p;
ld.param.b64 %b1, [base]; ld.param.b32 %a1, [row]; ld.param.b32 %a2, [column]; ld.param.b32 %a3, [width];
setp.ne.s32 %p, %a3, 0; @%p bra SOME; st.param.b64 [r], %b1; ret;
SOME: mad.lo.s32 %a4, %a1, %a3, %a2; mul.wide.s32 %b2, %a4, 4; add.s64 %b3, %b1, %b2; st.param.b64 [r], %b3; ret; }
.visible .entry turn(.param .u64 out, .param .u64 in, .param .u32 width)
{ .reg .b32 %r<20>; .reg .b64 %x<9>; .reg .f32 %f<3>; .reg .pred %p;
ld.param.u64 %x1, [out]; ld.param.u64 %x2, [in]; ld.param.u32 %r1, [width];
${ask('%r2', 'tx')} ${ask('%r3', 'ty')} ${ask('%r4', 'bx')} ${ask('%r5', 'by')}
shl.b32 %r6, %r4, 5; add.s32 %r6, %r6, %r2; shl.b32 %r7, %r5, 5; add.s32 %r7, %r7, %r3;
mad.lo.s32 %r10, %r3, 132, 0; shl.b32 %r11, %r2, 2; mov.u32 %r12, tile; add.s32 %r13, %r10, %r11; add.s32 %r13, %r13, %r12;
mov.u32 %r8, 0;
LOAD: add.s32 %r9, %r7, %r8;
{ .param .b64 v; .param .b64 a; .param .b32 b; .param .b32 c; .param .b32 d;
st.param.b64 [a], %x2; st.param.b32 [b], %r9; st.param.b32 [c], %r6; st.param.b32 [d], %r1;
call.uni (v), at, (a, b, c, d); ld.param.b64 %x3, [v]; }
ld.global.f32 %f1, [%x3]; mad.lo.s32 %r14, %r8, 132, %r13; st.shared.f32 [%r14], %f1;
add.s32 %r8, %r8, 8; setp.lt.s32 %p, %r8, 32; @%p bra LOAD;
${barrier}
shl.b32 %r6, %r5, 5; add.s32 %r6, %r6, %r2; shl.b32 %r7, %r4, 5; add.s32 %r7, %r7, %r3;
mad.lo.s32 %r10, %r2, 132, %r12; shl.b32 %r11, %r3, 2; add.s32 %r13, %r10, %r11; mov.u32 %r8, 0;
STORE: add.s32 %r9, %r7, %r8;
{ .param .b64 v; .param .b64 a; .param .b32 b; .param .b32 c; .param .b32 d;
st.param.b64 [a], %x1; st.param.b32 [b], %r9; st.param.b32 [c], %r6; st.param.b32 [d], %r1;
call.uni (v), at, (a, b, c, d); ld.param.b64 %x3, [v]; }
shl.b32 %r15, %r8, 2; add.s32 %r14, %r13, %r15; ld.shared.f32 %f1, [%r14]; st.global.f32 [%x3], %f1;
add.s32 %r8, %r8, 8; setp.lt.s32 %p, %r8, 32; @%p bra STORE;
ret; }
`;

function ran(text: string) {
  const module = parseModule(text);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  const [entry] = outline.entries;
  const { launch } = guessLaunch(outline, entry);
  const run = emulate(module.value, launch, { faults: 'all' });
  if (!run.ok) throw new Error(run.error.message);
  return { entry, launch, kinds: [...run.value.faults, ...run.value.hazards].map(({ kind }) => kind) };
}

describe('a kernel that asks for its threads by calls', () => {
  it('has a block that its loops leave room for, and buffers as long as it reaches', () => {
    const { launch, kinds } = ran(turning('bar.sync 0;'));
    expect([launch.grid, launch.block]).toEqual([
      [2, 2, 1],
      [32, 8, 1],
    ]);
    expect(launch.buffers.every(({ length }) => length >= 64 * 64)).toBe(true);
    expect(kinds).toEqual([]);
  });

  it('is named where its barrier is missing', () => {
    expect(ran(turning('')).kinds).toContain('race');
  });
});

const recursive = (call: string): string => `.version 7.0
.target sm_80
.address_size 64
.func (.param .b32 r) count(.param .b32 n)
{ .reg .b32 %a<4>; .reg .pred %p; ld.param.b32 %a1, [n]; ${call} st.param.b32 [r], %a1; ret; }
.visible .entry k(.param .u64 out)
{ .reg .b32 %r<4>; .reg .b64 %x<4>; ld.param.u64 %x1, [out]; mov.u32 %r1, %tid.x;
{ .param .b32 v; .param .b32 a; st.param.b32 [a], %r1; call.uni (v), count, (a); ld.param.b32 %r2, [v]; }
mul.wide.s32 %x2, %r2, 4; add.s64 %x3, %x1, %x2; st.global.u32 [%x3], %r2; ret; }
`;
const again = `setp.lt.s32 %p, %a1, 1; @%p bra END; add.s32 %a1, %a1, -1;
{ .param .b32 v; .param .b32 a; st.param.b32 [a], %a1; call.uni (v), count, (a); ld.param.b32 %a1, [v]; } END:`;

it.each([
  ['one that returns what it is given', '', true],
  ['one that calls itself', again, false],
])('the addresses of a kernel that calls a function: %s', (_, call, isKnown) => {
  expect(ran(recursive(call)).entry.addresses !== null).toBe(isKnown);
});

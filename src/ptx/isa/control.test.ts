/** Branches, indexed branches, calls, exits, barriers, and what is refused by name. */
import { describe, expect, test } from 'vitest';
import { lanes, outputOf, runAssembly } from './assembly.ts';

describe('branches', () => {
  test('brx.idx takes each lane to its target', () => {
    const body = `and.b32 %r1, %tid, 3;
LIST: .branchtargets A, B, C, B;
brx.idx %r1, LIST;
A: mov.u32 %r2, 10; bra END;
B: mov.u32 %r2, 20; bra END;
C: mov.u32 %r2, 30;
END: st.global.u32 [%at], %r2;`;
    expect(outputOf({ body }).slice(0, 32)).toEqual(lanes(l => [10, 20, 30, 20][l & 3]));
  });

  test('guards work on any instruction', () => {
    const body = `setp.lt.u32 %p1, %tid, 4; mov.u32 %r1, 1; @%p1 mov.u32 %r1, 2; @!%p1 add.u32 %r1, %r1, 5; st.global.u32 [%at], %r1;
@%p1 exit; @!%p1 st.global.u32 [%at], 9; nanosleep.u32 20; brkpt; pmevent 3;`;
    expect(outputOf({ body }).slice(0, 32)).toEqual(lanes(l => (l < 4 ? 2 : 9)));
  });

  test('setp may write both truths', () => {
    const body = `setp.lt.and.u32 %p1|%p2, %tid, 8, 1; selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 2, 0, %p2; add.u32 %r1, %r1, %r2; st.global.u32 [%at], %r1;`;
    expect(outputOf({ body }).slice(0, 32)).toEqual(lanes(l => (l < 8 ? 1 : 2)));
  });

  test('values are packed and unpacked', () => {
    const body = `mov.u32 %r1, 0x12345678; mov.b32 {%h1, %h2}, %r1; mov.b32 %r2, {%h2, %h1}; mov.b64 %x1, {%r1, %r2}; mov.b64 {_, %r3}, %x1;
mov.b64 %x2, {%h1, %h2, %h1, %h2}; mov.b64 {%r4, %r5}, %x2; st.global.v4.u32 [%out], {%r2, %r3, %r4, %r5};`;
    expect(outputOf({ body }).slice(0, 4)).toEqual([0x56781234, 0x56781234, 0x12345678, 0x12345678]);
  });
});

test('mov of whole vectors reads all elements before it writes one', () => {
  const body = `.reg .v2 .u32 %v; .reg .v2 .u64 %w; .reg .v4 .f32 %f;
mov.v2.u32 %v, {%tid, 7}; mov.v2.u32 %v, {%v.y, %v.x}; mov.v2.u64 %w, {0, -1}; mov.u64 %w.x, 0x500000006;
mov.v2.b64 %w, {%w.y, %w.x}; mov.v4.f32 %f, {0f3F800000, 2.0, %v.x, %v.y}; cvt.u32.u64 %r1, %w.x; shr.u64 %x1, %w.y, 32;
cvt.u32.u64 %r2, %x1; st.global.v4.b32 [%out], %f; st.global.v2.b32 [%out+16], {%r1, %r2};`;
  expect(outputOf({ body, threads: 1 }).slice(0, 6)).toEqual([0x3f800000, 0x40000000, 7, 0, -1, 5]);
  const [fault] = runAssembly({ body: 'mov.v2.u32 {%r1, %r2, %r3}, %tid;' }).faults;
  expect(fault.message).toContain('.v2 with an operand that has not 2 elements');
});

describe('calls', () => {
  const double = `.func (.param .b32 result) twice(.param .b32 v)
{ .reg .b32 %a; ld.param.u32 %a, [v]; add.u32 %a, %a, %a; st.param.u32 [result], %a; ret; }`;
  const call = (name: string) => `{ .param .b32 arg; st.param.b32 [arg], %tid; .param .b32 got;
call.uni (got), ${name}, (arg); ld.param.b32 %r1, [got]; } st.global.u32 [%at], %r1;`;

  test('arguments and results go through .param slots', () => {
    expect(outputOf({ body: call('twice'), module: double }).slice(0, 32)).toEqual(lanes(l => 2 * l));
  });

  test('registers and constants are arguments, and parameters may be registers', () => {
    const module = `.func (.reg .u32 r) less(.reg .u32 a, .reg .u32 b) { sub.u32 r, a, b; ret; }
.func (.reg .u64 r) wide(.reg .u32 a, .reg .u64 b) { cvt.u64.u32 r, a; add.u64 r, r, b; ret; }
.func (.reg .u32 r) swapped(.reg .u32 a, .reg .u32 b) { .reg .pred p; setp.lt.u32 p, a, b; @p bra SWAP; sub.u32 r, a, b; ret;
SWAP: call (r), swapped, (b, a); add.u32 r, r, 1000; ret; }
.func none(.reg .u32 a) { ret; } ${double}`;
    const body = `call (%r1), less, (%tid, 3); call (%x1), wide, (%tid, 0x100000000); shr.u64 %x1, %x1, 32; cvt.u32.u64 %r2, %x1;
add.u32 %r1, %r1, %r2; call (%r3), twice, (%r1); call (%r4), swapped, (%tid, 7); call none, (5); call (_), twice, (1);
{ .param .b32 x; .param .b32 y; .param .b32 seven; st.param.b32 [x], %r4; st.param.b32 [seven], 7; call (y), less, (x, seven); ld.param.b32 %r4, [y]; }
add.u32 %r1, %r3, %r4; mov.u64 %x2, less; proto: .callprototype (.reg .u32 _) _ (.reg .u32 _, .reg .u32 _); call (%r1), %x2, (%r1, %tid), proto;
st.global.u32 [%at], %r1;`;
    const expected = (l: number): number => 2 * (l - 2) + (l < 7 ? 1007 - l : l - 7) - 7 - l;
    expect(outputOf({ body, module }).slice(0, 32)).toEqual(lanes(expected));
    const narrow = runAssembly({ body: 'call (%r1), less, (%x1, 3);', module });
    expect(narrow.faults[0]).toMatchObject({ message: expect.stringContaining("'less' has other parameters") });
    const variadic = '.func sum(.param .b32 n, .param .align 8 .b8 a[]) { ret; }';
    const call = '{ .param .b32 n; .param .align 8 .b8 a[8]; st.param.b32 [n], 2; call sum, (n, a); }';
    expect(runAssembly({ body: call, module: variadic }).faults[0].message).toContain(
      "'sum' takes any number of arguments",
    );
  });

  test('recursion without end stops where the stack is full', () => {
    const loop = `.func (.param .b32 result) again(.param .b32 v)
{ .reg .b32 %a; .param .b32 x; .param .b32 y; ld.param.u32 %a, [v]; st.param.b32 [x], %a; call.uni (y), again, (x); ret; }`;
    const { faults } = runAssembly({ body: call('again'), module: loop });
    expect(faults.map(f => f.kind)).toEqual(['limit']);
    expect(faults[0].message).toMatch(/the call of 'again' would be \d+ deep, and the stack of \d+ bytes is full/);
  });

  test('registers and predicates of an outer activation are its own again', () => {
    const sum = `.func (.param .b32 result) sum(.param .b32 v)
{ .reg .b32 %a, %b; .reg .pred %odd, %p; .param .b32 x; .param .b32 y;
ld.param.u32 %a, [v]; and.b32 %b, %a, 1; setp.ne.u32 %odd, %b, 0; setp.eq.u32 %p, %a, 0; mov.u32 %b, 0; @%p bra END;
sub.u32 %b, %a, 1; st.param.b32 [x], %b; call.uni (y), sum, (x); ld.param.b32 %b, [y]; add.u32 %b, %b, %a; @%odd add.u32 %b, %b, 1000;
END: st.param.u32 [result], %b; ret; }`;
    const expected = (n: number): number => (n === 0 ? 0 : n + expected(n - 1) + (n & 1) * 1000);
    expect(outputOf({ body: call('sum'), module: sum }).slice(0, 32)).toEqual(lanes(expected));
  });

  test('each lane calls what its register says', () => {
    const other = `.func (.param .b32 result) plus(.param .b32 v)
{ .reg .b32 %a; ld.param.u32 %a, [v]; add.u32 %a, %a, 7; st.param.u32 [result], %a; ret; }`;
    const through = `mov.u64 %x1, twice; mov.u64 %x2, plus; and.b32 %r1, %tid, 1; setp.ne.u32 %p1, %r1, 0; selp.u64 %x3, %x1, %x2, %p1;
setp.lt.u32 %p2, %tid, 20; mov.u32 %r1, 5; @!%p2 bra END; ${'{'} .param .b32 arg; st.param.b32 [arg], %tid; .param .b32 got;
proto: .callprototype (.param .b32 _) _ (.param .b32 _); @%p2 call (got), %x3, (arg), proto; ld.param.b32 %r1, [got]; } END: st.global.u32 [%at], %r1;`;
    const output = outputOf({ body: through, module: `${double}\n${other}` }).slice(0, 32);
    expect(output).toEqual(lanes(l => (l >= 20 ? 5 : l & 1 ? 2 * l : l + 7)));
  });

  test.each([
    ['mov.u64 %x3, 4096;', 'calls 0x1000, the address of no function'],
    ['mov.u64 %x3, pair;', 'a function with other parameters'],
  ])('a call through %s is a fault', (set, words) => {
    const pair = '.func pair(.param .b32 v, .param .b32 w) { ret; }';
    const body = `${set} { .param .b32 arg; .param .b32 got; proto: .callprototype (.param .b32 _) _ (.param .b32 _); call (got), %x3, (arg), proto; }`;
    const { faults } = runAssembly({ body, module: pair });
    expect(faults.map(f => f.kind)).toEqual(['invalidCall']);
    expect(faults[0].message).toContain(words);
  });

  test('a function without a body is refused by name', () => {
    const { faults } = runAssembly({
      body: call('elsewhere'),
      module: double.replace(/twice/, 'elsewhere').replace(/\{.*\}/s, ';'),
    });
    expect(faults[0]).toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining("'elsewhere': the function has no body"),
    });
  });

  test('the stack grows and is given back', () => {
    const body = `mov.u32 %r1, 0;
LOOP: stacksave.u64 %x1; mul.wide.u32 %x2, %tid, 100; alloca.u64 %x3, %x2, 64; st.local.u32 [%x3], %tid; ld.local.u32 %r2, [%x3];
stackrestore.u64 %x1; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 500; @%p1 bra LOOP;
and.b64 %x4, %x3, 63; cvt.u32.u64 %r3, %x4; add.u32 %r2, %r2, %r3; st.global.u32 [%at], %r2;`;
    expect(outputOf({ body, threads: 32 }).slice(1, 32)).toEqual(lanes(l => l + 1, 31));
    const tooMuch = runAssembly({ body: 'mov.u64 %x1, 9999999; alloca.u64 %x2, %x1;' });
    expect(tooMuch.faults[0]).toMatchObject({
      kind: 'limit',
      message: expect.stringContaining('alloca of 9999999 bytes'),
    });
    expect(runAssembly({ body: 'mov.u64 %x1, 64; stackrestore.u64 %x1;' }).faults.map(f => f.kind)).toEqual([
      'badOperand',
    ]);
  });
});

describe('barriers', () => {
  test('bar.red combines the predicates of all threads', () => {
    const body = `setp.lt.u32 %p1, %tid, 40; bar.red.popc.u32 %r1, 0, %p1; bar.red.and.pred %p2, 1, 64, %p1; bar.red.or.pred %p3, 0, %p1;
selp.u32 %r2, 1, 0, %p2; selp.u32 %r3, 2, 0, %p3; add.u32 %r2, %r2, %r3; mad.lo.u32 %r1, %r1, 10, %r2; st.global.u32 [%at], %r1;`;
    expect(new Set(outputOf({ body, threads: 64 }))).toEqual(new Set([402]));
  });

  test('barrier.sync lets the parts of a warp arrive one after the other', () => {
    const body = `setp.lt.u32 %p1, %tid, 8; @%p1 bra SOME; barrier.sync 0; bra END;
SOME: barrier.sync 0;
END: st.global.u32 [%at], 1;`;
    expect(outputOf({ body, threads: 64 })).toEqual(lanes(() => 1, 64));
  });

  test.each([
    ['bar.sync 0, 48;', 'a multiple of 32'],
    ['mov.u32 %r1, 16; bar.sync %r1;', 'no barrier 16'],
    ['setp.lt.u32 %p1, %tid, 32; @%p1 bar.sync 0, 32; @!%p1 bar.sync 0, 64; bar.sync 0, 64;', 'No warp'],
  ])('%s is a fault', (body, words) => {
    const { faults } = runAssembly({ body, threads: 64 });
    expect(faults[0].message).toContain(words);
  });
});

describe('launches that overlap', () => {
  test('neither wait for one another nor change anything, on any path', () => {
    const body = `griddepcontrol.launch_dependents; setp.lt.u32 %p1, %tid, 5; @%p1 griddepcontrol.wait; mov.u32 %r1, 7;
@!%p1 bra END; griddepcontrol.wait; mov.u32 %r1, 8; END: griddepcontrol.launch_dependents; st.global.u32 [%at], %r1;`;
    expect(outputOf({ body }).slice(0, 32)).toEqual(lanes(l => (l < 5 ? 8 : 7)));
  });
});

describe('what is refused', () => {
  test.each([
    ['multimem.st.relaxed.sys.global.u32 [%out], %r1;', 'unknownOpcode', 'multimem'],
    ['griddepcontrol;', 'unsupported', 'griddepcontrol'],
    ['griddepcontrol.wait.sys;', 'unsupported', '.sys'],
    ['add.rn.foo.f32 %r1, %r1, %r1;', 'unsupported', '.foo'],
    ['div.rz.s32 %r1, %r1, %r1;', 'unsupported', 'div.rz.s32'],
    ['mov.u32 %r1, %pm3;', 'unsupported', '%pm3'],
    ['trap;', 'trap', 'trap'],
  ])('%s', (body, kind, words) => {
    const { faults, ok } = runAssembly({ body });
    expect(ok).toBe(false);
    expect(faults.map(f => f.kind)).toEqual([kind]);
    expect(faults[0].message).toContain(words);
    expect(faults[0].message).toContain('warp 0');
    expect(faults[0].place.ptxLine).toBe(11);
  });

  test('on a path that is not taken it does no harm', () => {
    const body = `setp.gt.u32 %p1, %tid, 99; @%p1 bra NEVER; st.global.u32 [%at], 1; bra END;
NEVER: multimem.ld_reduce.global.add.f32 %r1, [%out];
END:`;
    expect(runAssembly({ body }).ok).toBe(true);
  });
});

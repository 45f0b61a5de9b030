/** Registers wider than what an instruction reads or writes of them, and vectors of one element: as ptxas takes them, or refuses. */
import { expect, test } from 'vitest';
import { outputOf, runAssembly } from './assembly.ts';

/** The 64-bit register %x1 holds 0x12345678'9abcdef0, %r1 its low word, %h1 the low 16 bits. */
const SETUP = 'mov.b64 %x1, 0x123456789abcdef0; mov.b32 %r1, 0x9abcdef0; mov.b16 %h1, 0xdef0;';

/** Low and high word of %x2 after the instruction. */
const wordsAfter = (instruction: string): number[] =>
  outputOf({ body: `${SETUP} ${instruction} st.global.b64 [%out], %x2;` })
    .slice(0, 2)
    .map(word => word >>> 0);

test.each([
  ['cvt.s64.s32 %x2, %x1;', 0x9abcdef0, 0xffffffff],
  ['cvt.u64.u32 %x2, %x1;', 0x9abcdef0, 0],
  ['cvt.u64.s16 %x2, %x1;', 0xffffdef0, 0xffffffff],
  ['cvt.s64.u16 %x2, %r1;', 0xdef0, 0],
  ['cvt.s32.s8 %x2, %x1;', 0xfffffff0, 0xffffffff],
  ['cvt.u32.s8 %x2, %x1;', 0xfffffff0, 0],
  ['cvt.u32.u64 %x2, %x1;', 0x9abcdef0, 0],
  ['cvt.s32.u64 %x2, %x1;', 0x9abcdef0, 0xffffffff],
  ['cvt.s16.s64 %x2, %x1;', 0xffffdef0, 0xffffffff],
  ['cvt.sat.u8.s32 %x2, %x1;', 0, 0],
  ['mov.b32 %r2, 0fC0200000; cvt.rzi.s32.f32 %x2, %r2;', 0xfffffffe, 0xffffffff],
  ['mov.b64 %x3, 0x00000001C0200000; cvt.rni.s32.f32 %x2, %x3;', 0xfffffffe, 0xffffffff],
])('%s', (instruction, low, high) => {
  expect(wordsAfter(instruction)).toEqual([low, high]);
});

test.each([
  ['cvt.rn.f32.s32 %r2, %x1;', 0xceca8642],
  ['cvt.rn.f32.u8 %r2, %x1;', 0x43700000],
  ['mov.b64 %x3, 0x0000000140490fdb; cvt.rn.f16.f32 %h2, %x3; cvt.u32.u16 %r2, %h2;', 0x4248],
])('%s', (instruction, bits) => {
  expect(outputOf({ body: `${SETUP} ${instruction} st.global.b32 [%out], %r2;` })[0] >>> 0).toBe(bits);
});

test.each([
  ['cvt.s64.s32 %x2, %h1;', '%h1, a register of .b16: it takes a register of .b32, .u32, .s32 or wider'],
  ['cvt.u32.u64 %r2, %r1;', '%r1, a register of .b32: it takes a register of .b64'],
  ['cvt.s64.s32 %r2, %r1;', '%r2, a register of .b32: it takes a register of .b64'],
  ['cvt.rn.f32.s32 %h2, %r1;', '%h2, a register of .b16: it takes a register of .b32, .f32'],
  ['cvt.rn.f32.s32 %x2, %r1;', 'register %x2 has the wrong width'],
  ['cvt.rn.bf16.f32 %r2, %r1;', '%r2, a register of .b32: it takes a register of .b16'],
  ['cvt.f32.bf16 %r2, %r1;', '%r1, a register of .b32: it takes a register of .b16'],
  ['add.s32 %r2, %r1, %x1;', '%x1, a register of .b64: it takes a register of .b32, .u32, .s32'],
  ['add.f32 %r2, %r1, %h1;', '%h1, a register of .b16: it takes a register of .b32, .f32'],
  ['fma.rn.f32 %h2, %r1, %r1, %r1;', '%h2, a register of .b16: it takes a register of .b32, .f32'],
  ['add.f16x2 %r2, %h1, %r1;', '%h1, a register of .b16: it takes a register of .b32'],
  ['cvt.rn.f16x2.f32 %h2, %r1, %r1;', '%h2, a register of .b16: it takes a register of .b32'],
  ['cvt.rn.bf16x2.f32 %h2, %r1, %r1;', '%h2, a register of .b16: it takes a register of .b32'],
  ['add.u32 {%r2}, %r1, %r1;', 'operand 1 is a vector'],
  ['atom.global.add.u32 %r2, [%out], {%r1};', 'cannot be read here'],
  ['ld.global.v2.b32 {%r2}, [%out];', 'the vector has the wrong length'],
  ['ld.global.b32 {%r2, %r3}, [%out];', 'the vector has the wrong length'],
  ['mov.b64 {%r2}, %x1;', '%r2, a register of .b32: it takes a register of .b64'],
])('%s is refused', (instruction, why) => {
  const [fault] = runAssembly({ body: `${SETUP} ${instruction}` }).faults;
  expect(fault?.kind).toBe('unsupported');
  expect(fault.message).toContain(why);
});

test('a constant is as wide as the type that reads it', () => {
  const body = `mov.f32 %r1, 0d3FF8000000000000; add.f32 %r2, %r1, 0d3FB999999999999A; st.global.v2.b32 [%out], {%r1, %r2};
    mov.b64 %x3, 2.5; st.global.b64 [%out+32], %x3; mov.f64 %x1, 0f40200000; add.f64 %x2, %x1, 0fC0000000; st.global.v2.b64 [%out+16], {%x1, %x2};`;
  const words = outputOf({ body, threads: 1 }).slice(0, 10);
  expect([...new Float32Array(Int32Array.from(words.slice(0, 2)).buffer)]).toEqual([1.5, Math.fround(1.6)]);
  expect([...new Float64Array(Int32Array.from(words.slice(4)).buffer)]).toEqual([2.5, 0.5, 2.5]);
});

test('loads, stores and moves take vectors of one', () => {
  const body = `mov.b32 {%r1}, 5; mov.b32 %r2, {%r1}; st.global.b32 [%out], {%r2}; ld.global.b32 {%r3}, [%out];
    mov.b64 {%x1}, 0x100000002; mov.b64 %x2, {%x1}; st.global.b64 [%out+8], {%x2}; st.global.b32 [%out+4], {%r3};`;
  expect(outputOf({ body, threads: 1 }).slice(0, 4)).toEqual([5, 5, 2, 1]);
});

/** Checks that an instruction which is not implemented is named, with what could be used instead. */
import { expect, test } from 'vitest';
import { runAssembly } from './assembly.ts';
import { insteadOf } from './missing.ts';
import { TABLE } from './table.ts';

test.each([
  ['multimem.ld_reduce.global.add.f32 %r1, [%out];', 'one GPU is emulated; use ld, st or red'],
  ['vmin4.s32.u32.u32.add %r1, %r2.b0000, %r3.b2222, %r4;', 'write it with add, min, max'],
  ['sured.b.add.2d.u32.clamp [%x1, {%r1, %r2}], %r3;', 'use atom or red on a buffer'],
  ['frobnicate.u32 %r1, %r2;', "no 'frobnicate' ('frobnicate.u32 %r1, %r2')."],
])('%s', (body, why) => {
  const [fault] = runAssembly({ body }).faults;
  expect(fault).toMatchObject({ kind: 'unknownOpcode' });
  expect(fault.message).toContain(why);
});

test('no advice is left for an instruction that is here', () => {
  expect([...TABLE.keys()].filter(opcode => insteadOf(opcode) !== '')).toEqual([]);
});

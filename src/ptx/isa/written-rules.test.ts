/** What no instruction may look like: ptxas 13.0 refuses the first, and takes the second list. */
import { expect, test } from 'vitest';
import { runAssembly } from './assembly.ts';

test.each([
  ['ld.global.u32.global %r1, [%out];', '.global is written twice'],
  ['setp.lt.u32.lt %p1, %r1, %r2;', '.lt is written twice'],
  ['cp.commit_group.async;', 'there is no cp.commit_group.async'],
  ['mbarrier.shared.init.b64 [%r1], 1;', 'there is no mbarrier.shared.init'],
  ['mbarrier.init.shared [%r1], 1;', 'needs the type .b64'],
  ['add.u32 %r1, %f1, %r2;', '%f1 is a register of .f32, which .u32 does not take'],
  ['ld.global.u32 %f1, [%out];', '%f1 is a register of .f32, which .u32 does not take'],
  ['st.global.v2.u32 [%out], {%f1, %f2};', '%f1 is a register of .f32, which .u32 does not take'],
  ['and.b32 %r1, %r2, %h1;', '%h1 is a register of .b16, which .b32 does not take'],
  ['mov.u32 %r1, %h1;', '%h1 is a register of .b16, which .u32 does not take'],
  ['add.u32 %r1, %r2, 1.5;', 'operand 3 is a float, and .u32 takes integers'],
  ['add.u32 _, %r1, %r2;', 'its result cannot be left out'],
  ['mov.u64 %x1, {%r1, %r2};', 'operand 2 is a vector, which needs .b64, not .u64'],
  ['ld.global.u32 %r1, [%out], %r2;', 'takes 2 operands, not 3'],
  ['bar.sync 0, 64, 3;', 'takes 2 operands, not 3'],
])('%s', (instruction, reason) => {
  const { faults } = runAssembly({ body: `.reg .f32 %f<4>;\n${instruction}` });
  expect(faults).toMatchObject([{ kind: 'unsupported' }]);
  expect(faults[0].message).toContain(`cannot run here: ${reason}`);
});

test.each([
  'bar.sync.sync 0;',
  'addc.cc.cc.u32 %r1, %r2, %r3;',
  'mov.b32 %f1, %r1;',
  'and.b32 %r1, %r2, %r3;',
  'ld.global.b32 %f1, [%out];',
  'ld.global.u8 %x1, [%out];',
  'mov.u32 %r1, %tid.x;',
  'lop3.b32 %r1, %r2, %r3, %r4, 0x3f;',
  'atom.global.add.u32 _, [%out], 1;',
])('%s is taken', instruction => {
  expect(runAssembly({ body: `.reg .f32 %f<4>;\n${instruction}` }).faults).toEqual([]);
});

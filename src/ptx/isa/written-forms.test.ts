/** PTX that people write: each form of the manual parses, does no harm off the path, and is refused by name on it. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { LaunchParam } from '../../trace/launch.ts';
import { parsed, runKernel, wordsOf } from '../checks/kernel-run.ts';
import { runAssembly } from './assembly.ts';

const textOf = (arch: string): string =>
  readFileSync(new URL(`../parse/fixtures/written/forms-${arch}.ptx`, import.meta.url), 'utf8');

const TENSOR_MAP: LaunchParam = { kind: 'struct', sizeBytes: 128, fields: [] };

describe.each(['sm_90a', 'sm_100a'])('%s', arch => {
  const text = textOf(arch);
  const module = parsed(text);

  test('every form is an instruction on its line, or declares something', () => {
    const lines = new Set(module.functions.at(-1)!.instructions.map(i => i.ptxLine));
    const missing = text
      .split('\n')
      .flatMap((line, i) => (/^\{ (?!\.|\/\*)/.test(line) && !lines.has(i + 1) ? [line] : []));
    expect(missing).toEqual([]);
  });

  test('a kernel that goes around them runs', () => {
    const result = runKernel(module, { entry: 'k', params: [TENSOR_MAP] });
    expect(result.faults).toEqual([]);
    expect(wordsOf(result)[0]).toBe(7);
  });
});

test.each([
  ['vmad.s32.s32.u32.sat %r1, %r2, %r3, -%r4;', 'vmad'],
  ['vmin4.s32.u32.u32.add %r1, %r2.b0000, %r3.b2222, %r4;', 'vmin4'],
  ['sured.b.add.2d.u32.clamp [%x1, {%r1, %r2}], %r3;', 'sured'],
])('%s', (body, opcode) => {
  expect(runAssembly({ body }).faults).toMatchObject([{ kind: 'unknownOpcode', opcode }]);
});

test.each([
  ['vadd.s32.s32.s32.sat %r1, %r2.b0, %r3.h1;', 'vadd.s32.s32.s32.sat'],
  ['vsub.s32.u32.u32.max %r1, %r2, %r3, %r4;', 'vsub.s32.u32.u32.max'],
])('%s: a video instruction of parts, or with another second step', (body, opcode) => {
  expect(runAssembly({ body }).faults).toMatchObject([{ kind: 'unsupported', opcode }]);
});

test('only video instructions take parts of registers', () => {
  const [fault] = runAssembly({ body: 'add.u32 %r1, %r2.b0, %r3;' }).faults;
  expect(fault).toMatchObject({ kind: 'unsupported', opcode: 'add.u32' });
});

test.each([
  ['cvt.pack.sat.f32.s32.b32 %r1, %r2, %r3, %r4;', 'cvt.pack.sat.f32.s32.b32'],
  ['cvt.rzi.u4.f32 %r1, %r2;', 'cvt.rzi.u4.f32'],
])('%s has the types of two instructions', (body, opcode) => {
  expect(runAssembly({ body }).faults).toMatchObject([{ kind: 'unsupported', opcode }]);
});

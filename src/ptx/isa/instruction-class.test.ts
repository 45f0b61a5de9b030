import { expect, test } from 'vitest';
import { classOf } from './instruction-class.ts';
import { TABLE } from './table.ts';

const classOfText = (text: string) => {
  const [opcode, ...modifiers] = text.split('.');
  return classOf(TABLE.get(opcode), { modifiers });
};

test('types tell arithmetic apart', () => {
  expect(['add.s32', 'add.cc.u64', 'and.b32', 'mul.wide.u16'].map(classOfText)).toEqual(Array(4).fill('integer'));
  expect(['fma.rn.f32', 'add.rn.f32x2', 'div.full.f32'].map(classOfText)).toEqual(Array(3).fill('float'));
  expect(['add.f16x2', 'fma.rn.bf16', 'max.bf16x2'].map(classOfText)).toEqual(Array(3).fill('half'));
  expect(['add.f64', 'sqrt.rn.f64'].map(classOfText)).toEqual(Array(2).fill('double'));
  expect(['and.pred', 'setp.lt.s32', 'not.pred'].map(classOfText)).toEqual(Array(3).fill('predicate'));
});

test('spaces tell memory instructions apart', () => {
  expect(classOfText('ld.shared::cta.v4.f32')).toBe('shared');
  expect(classOfText('st.local.u32')).toBe('local');
  expect(classOfText('ld.param.u64')).toBe('constant');
  expect(classOfText('ld.const.f32')).toBe('constant');
  expect(classOfText('ld.global.nc.f32')).toBe('global');
  expect(classOfText('ld.f32')).toBe('global');
  expect(classOfText('atom.shared.add.u32')).toBe('atomic');
});

test('an instruction without a row is other', () => {
  expect(classOfText('frobnicate.2d.v4.f32.f32')).toBe('other');
});

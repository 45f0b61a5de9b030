import { expect, test } from 'vitest';
import { COMPARE_CASES } from '../../src/ptx/isa/reference/compare-cases.ts';
import { CONVERT_CASES } from '../../src/ptx/isa/reference/convert-cases.ts';
import { FLOAT_CASES } from '../../src/ptx/isa/reference/float-cases.ts';
import { INTEGER_CASES } from '../../src/ptx/isa/reference/integer-cases.ts';
import { row } from '../../src/ptx/isa/row.ts';
import { TABLE } from '../../src/ptx/isa/table.ts';
import { formsOf, type InstructionForm } from './instruction-forms.ts';
import { rowsOutsideManual } from './instructions.ts';

test('every row is an instruction of the manual', () => {
  expect(rowsOutsideManual()).toEqual([]);
});

const nameOf = ({ types, modifiers }: InstructionForm): string => [...types, ...modifiers].sort().join(' ');

test('every form with a reference case is found', () => {
  const forms = new Map([...TABLE].map(([opcode, row]) => [opcode, new Set(formsOf(row).map(nameOf))]));
  const cases = [...INTEGER_CASES, ...FLOAT_CASES, ...COMPARE_CASES, ...CONVERT_CASES];
  const missing = cases.filter(({ ptx }) => {
    const [opcode, ...words] = ptx.split('.');
    const { types } = TABLE.get(opcode)!;
    // A row that accepts only one type need not ask for it.
    const asked = words.filter(word => types.length !== 1 || types[0].length > 1 || types[0][0] !== word);
    return ![words, asked].some(w => forms.get(opcode)!.has(w.sort().join(' ')));
  });
  expect(missing.map(({ ptx }) => ptx)).toEqual([]);
});

test('forms that are refused, or that nobody asked for, are not listed', () => {
  const names = (opcode: string) => formsOf(TABLE.get(opcode)!).map(nameOf);
  expect(names('add')).toContain('f32 rz');
  expect(names('fma')).not.toContain('f16 rz');
  const odd = row('odd', {
    types: [['u8', 'u16']],
    class: 'other',
    section: '',
    decode: form => {
      if (form.type() === 'u8') form.refuse('too narrow');
      form.oneOf(['lo', 'hi']);
      if (form.take('cc') && form.take('sat')) form.refuse('not both');
      return () => 0;
    },
  });
  const found = formsOf(odd).map(nameOf).sort();
  expect(found).toEqual(['cc hi u16', 'cc lo u16', 'hi u16', 'lo u16']);
});

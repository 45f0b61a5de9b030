/** cvt between integers: from the table where it is common, put together otherwise. Floats: `float-convert.ts`. */
import type { Run } from '../../machine/operation.ts';
import type { Effect } from '../effect.ts';
import { bitsOfType, type IntegerType, integerConversion, isSigned, packIntegers } from '../effects/convert.ts';
import type { Form } from '../form.ts';
import { INTEGERS, type Row, row } from '../row.ts';

const INTEGER_SHORTCUTS: Readonly<Record<string, string>> = {
  'u64 u32': 'cvt.b64.u32',
  's64 u32': 'cvt.b64.u32',
  'u64 s32': 'cvt.b64.s32',
  's64 s32': 'cvt.b64.s32',
  's64 s16': 'cvt.b64.s16',
  'u64 u16': 'cvt.b64.u16',
  's64 u16': 'cvt.b64.u16',
  'u32 u64': 'cvt.b32.b64',
  's32 s64': 'cvt.b32.b64',
  'u32 s64': 'cvt.b32.b64',
  's32 u64': 'cvt.b32.b64',
  'u32 u16': 'cvt.b32.u16',
  's32 u16': 'cvt.b32.u16',
  's32 s16': 'cvt.b32.s16',
  'u32 u8': 'cvt.b32.u8',
  's32 s8': 'cvt.b32.s8',
  'u16 u32': 'cvt.b16.b32',
  'u16 u64': 'cvt.b16.b64',
};

/** Whether `to` holds every value of `from`; there is then no `.sat`. */
function holdsAll(to: string, from: string): boolean {
  if (isSigned(from)) return isSigned(to) && bitsOfType(to) >= bitsOfType(from);
  return bitsOfType(to) - (isSigned(to) ? 1 : 0) >= bitsOfType(from);
}

/** Bits of the register that an integer goes into, which may be wider: for 8 bits it always is. */
export function resultBits(form: Form, to: IntegerType): number {
  if (bitsOfType(to) < 8) form.refuse(`.${to} is for cvt.pack`);
  const bits = form.registerBits(form.operand(0));
  return bits < bitsOfType(to) ? form.refuse('the destination register is too narrow') : bits;
}

/** `effect` on sources of `sourceBits` bits, whose registers may be wider: their low bits are the source (manual, cvt). */
export function computeConversion(form: Form, effect: Effect, sourceBits: number): Run {
  const { operands } = form.instruction;
  for (const operand of operands.slice(1)) {
    if (operand.kind === 'register' && form.registerBits(operand) < sourceBits)
      form.refuse('the source register is too narrow');
  }
  return form.compute(effect, operands, true);
}

function convert(form: Form): Run {
  if (form.take('pack')) return pack(form);
  const [to, from] = [form.type(0) as IntegerType, form.type(1) as IntegerType];
  const registerBits = resultBits(form, to);
  const sat = !holdsAll(to, from) && form.take('sat');
  form.finish();
  const shortcut = INTEGER_SHORTCUTS[`${to} ${from}`];
  const isPlain = shortcut !== undefined && !sat && registerBits === bitsOfType(to);
  const effect = isPlain ? form.effect(shortcut) : integerConversion(to, from, registerBits, sat);
  return computeConversion(form, effect, bitsOfType(from));
}

function pack(form: Form): Run {
  const [to, from, rest] = [form.type(0), form.type(1), form.hasType(2) ? form.type(2) : undefined];
  const isPair = to === 'u16' || to === 's16';
  form.oneOf(['sat']);
  form.finish();
  if (from !== 's32' || (isPair ? rest !== undefined : rest !== 'b32'))
    form.refuse('cvt.pack takes .s32, and .b32 below 16 bits');
  return computeConversion(form, packIntegers(to), 32);
}

export const CONVERTED_INTEGERS = ['u8', 's8', ...INTEGERS] as const;
const PACKED = ['u2', 's2', 'u4', 's4'];

export const CONVERT_SECTION = 'Data Movement and Conversion Instructions: cvt; cvt.pack';

export const CONVERT_ROWS: readonly Row[] = [
  row('cvt', {
    types: [[...CONVERTED_INTEGERS, ...PACKED], CONVERTED_INTEGERS, ['b32']],
    class: 'convert',
    section: CONVERT_SECTION,
    decode: convert,
  }),
];

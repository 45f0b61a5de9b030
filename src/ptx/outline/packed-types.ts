/**
 * Types that several elements have in one 32-bit register, where no instruction names them as the register's: factors of
 * matrix products, and bf16 that is widened and narrowed by shifts and masks.
 */
import type { Instruction, Operand } from '../parse/ast.ts';

export type PackedType = 'f16' | 'bf16' | 'e4m3' | 'e5m2' | 's8' | 'u8';
type FactorType = PackedType | 'f32' | 'f64';

/** tf32 lies in memory as f32. */
const FACTOR_TYPES: Readonly<Record<string, FactorType | null>> = {
  ...{ f16: 'f16', bf16: 'bf16', tf32: 'f32', f32: 'f32', f64: 'f64', e4m3: 'e4m3', e5m2: 'e5m2', s8: 's8', u8: 'u8' },
  ...{ s32: null, s4: null, u4: null, b1: null },
};

/** For each operand of `mma` (D, A, B, C) the type of its elements; null where it tells none. */
export const factorTypes = ({ modifiers }: Instruction): (FactorType | null)[] =>
  modifiers.flatMap(modifier => (Object.hasOwn(FACTOR_TYPES, modifier) ? [FACTOR_TYPES[modifier]] : []));

const UPPER_HALF = 0xffff0000n;
const HALF_BITS = 16n;
/** `prmt` with it takes the upper halves of both registers. */
const UPPER_HALVES = 0x7632n;

interface Known {
  readonly isFloat: (operand: Operand) => boolean;
  readonly isHalf: (operand: Operand) => boolean;
}

/** Operands that hold bf16, by what is known of the others. A bf16 is the upper half of a float. */
export function shiftedHalves({ opcode, operands }: Instruction, { isFloat, isHalf }: Known): Operand[] {
  const [result, a, b, selector] = operands;
  switch (opcode) {
    case 'shl':
      return isInteger(b, HALF_BITS) && isFloat(result) ? [a] : [];
    case 'shr':
      return isInteger(b, HALF_BITS) && isFloat(a) ? [result] : [];
    case 'and':
      if (!isInteger(b, UPPER_HALF)) return [];
      return isFloat(result) ? [a] : isFloat(a) ? [result] : [];
    case 'prmt':
      return isInteger(selector, UPPER_HALVES) && isFloat(a) && isFloat(b) ? [result] : [];
    case 'or':
      return isHalf(a) || isHalf(b) ? [result] : [];
    case 'cvt':
      return isHalf(a) ? [result] : [];
    default:
      return [];
  }
}

const isInteger = (operand: Operand | undefined, value: bigint): boolean =>
  operand?.kind === 'integer' && BigInt.asUintN(32, operand.value) === value;

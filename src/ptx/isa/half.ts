/** f16 and bf16 as 16-bit patterns. Values travel as doubles, which hold both exactly; results round once, to even. */
import { BF16, decodeFloat, encodeFloat, F16 } from '../../base/float-formats.ts';
import { floatOfBits } from './float.ts';

export const halfToNumber = (bits: number): number => decodeFloat(F16, bits);
export const halfOfNumber = (value: number): number => encodeFloat(F16, value);
export const bfloatToNumber = (bits: number): number => floatOfBits(bits << 16);
export const bfloatOfNumber = (value: number): number => encodeFloat(BF16, value);

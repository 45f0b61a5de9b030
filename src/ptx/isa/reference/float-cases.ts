/** All cases of instructions on floats, but for comparisons and conversions. */
import { APPROXIMATE_CASES } from './approximate-cases.ts';
import { ARITHMETIC_CASES } from './arithmetic-cases.ts';
import { EXTREME_CASES } from './extreme-cases.ts';
import type { InstructionCase } from './instruction-case.ts';

export const FLOAT_CASES: readonly InstructionCase[] = [...ARITHMETIC_CASES, ...EXTREME_CASES, ...APPROXIMATE_CASES];

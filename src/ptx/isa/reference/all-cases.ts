/** Every instruction case there is. */
import { COMPARE_CASES } from './compare-cases.ts';
import { CONVERT_CASES } from './convert-cases.ts';
import { FLOAT_CASES } from './float-cases.ts';
import type { InstructionCase } from './instruction-case.ts';
import { INTEGER_CASES } from './integer-cases.ts';
import { INTEGER_VARIANT_CASES } from './integer-variant-cases.ts';

export const ALL_CASES: readonly InstructionCase[] = [
  ...INTEGER_CASES,
  ...INTEGER_VARIANT_CASES,
  ...FLOAT_CASES,
  ...COMPARE_CASES,
  ...CONVERT_CASES,
];

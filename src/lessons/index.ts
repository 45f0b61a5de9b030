/** All lessons, in the order in which they build on each other. */
import { BANK_LESSONS } from './bank-lessons.ts';
import { KERNEL_LESSONS } from './kernel-lessons.ts';
import type { Lesson } from './lesson.ts';
import { MEASURED, PERMUTATION } from './measured-lessons.ts';
import { PIPELINE_LESSONS } from './pipeline-lessons.ts';
import { PADDING, XOR } from './remedy-lessons.ts';
import { UNIT_LESSONS } from './unit-lessons.ts';

export const LESSONS: readonly Lesson[] = [
  ...BANK_LESSONS,
  PADDING,
  MEASURED,
  XOR,
  PERMUTATION,
  ...UNIT_LESSONS,
  ...PIPELINE_LESSONS,
  ...KERNEL_LESSONS,
];

/** Elements of the arrays in a kernel's parameters: how many of them a guess fills, and with what. */
import type { Dim3 } from '../../trace/launch.ts';
import { AXES, type FieldArray } from './module-outline.ts';

/** Elements of an array that others say the index of. */
const MOST_IN_USE = 8;

/** One for each CTA where these are the index, and no more than there are buffers. */
export function elementsInUse({ count, ctas }: FieldArray, grid: Dim3): number {
  const inUse = ctas.length === 1 ? grid[AXES.indexOf(ctas[0])] : MOST_IN_USE;
  return Math.min(count, inUse);
}

/** The integer that element `i` holds; null for one that others than the array tell. */
export function elementOf({ holds }: FieldArray, i: number): number | null {
  if (holds === 'part') return 0;
  return holds === 'index' ? i % MOST_IN_USE : null;
}

/** The largest of them; null likewise. */
export const largestElement = (array: FieldArray): number | null => elementOf(array, MOST_IN_USE - 1);

/** Two buffers compared element by element. */
import { differingElements } from '../trace/byte-difference.ts';
import { ELEMENT_BYTES, type ElementType } from '../trace/launch.ts';
import { elementAt } from '../trace/launch-bytes.ts';

export interface ElementComparison {
  /** Number of elements. */
  readonly length: number;
  readonly wrong: number;
  readonly firstWrong: number | null;
  /** State of each element: 1 = wrong. */
  readonly states: Uint8Array;
}

/**
 * Both hold as many elements of the type. Equal bytes agree, numbers that are at most `tolerance` apart, and two NaNs;
 * a NaN is within no tolerance of a number.
 */
export function compareElements(
  type: ElementType,
  found: Uint8Array,
  wanted: Uint8Array,
  tolerance: number,
): ElementComparison {
  const length = wanted.length / ELEMENT_BYTES[type];
  const states = new Uint8Array(length);
  let wrong = 0;
  let firstWrong: number | null = null;
  for (const i of differingElements(found, wanted, ELEMENT_BYTES[type])) {
    if (agrees(elementAt(found, type, i), elementAt(wanted, type, i), tolerance)) continue;
    states[i] = 1;
    wrong++;
    firstWrong ??= i;
  }
  return { length, wrong, firstWrong, states };
}

/** Numbers that are at most `tolerance` apart, and two NaNs. */
export function agrees(a: number | bigint, b: number | bigint, tolerance: number): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  const difference = typeof a === 'bigint' ? Number(a - BigInt(b)) : a - Number(b);
  return Math.abs(difference) <= tolerance;
}

/** Ticks of axes of values: multiples of a step, and how many digits tell them apart. */

/** Multiples of a step from one value to another, both included. */
export function roundTicks(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}

/** Digits behind the point that tell the multiples of a step apart. */
export const stepDigits = (step: number): number => Math.max(0, -Math.floor(Math.log10(step) + 1e-9));

/**
 * The sentences that say why a composition is refused: which condition fails, in which mode, and the nearest numbers that
 * are allowed.
 */

/** A mode of the coalesced left layout, over which a mode of the right layout steps. */
interface Met {
  readonly mode: number;
  readonly length: number;
}

/**
 * Stride divisibility: what is left of a stride must divide the next length, or be a multiple of it.
 * @param met.before product of the lengths before this mode. @param met.step what those modes leave of the stride.
 */
export function strideSentence(
  right: string,
  { mode, length, before, step }: Met & { readonly before: number; readonly step: number },
): string {
  const below = before * largestDivisor(length, step);
  const above = before * length * Math.ceil(step / length);
  const left = before === 1 ? `its stride ${step}` : `${step}, what the modes before leave of its stride,`;
  return (
    `${right} steps over mode ${mode} of the coalesced left layout: ${left} neither divides its length ${length} ` +
    `nor is a multiple of it; a stride of ${below} or ${above} would do`
  );
}

/**
 * Shape divisibility: a mode that runs past the end of a length must be a multiple of the steps that fit into that
 * length.
 * @param met.taken how many steps fit. @param met.rest how many steps are still to be taken, of `size` in all.
 */
export function sizeSentence(
  right: string,
  { mode, length, taken, rest, size }: Met & { readonly taken: number; readonly rest: number; readonly size: number },
): string {
  const below = (size / rest) * taken;
  return (
    `${right} takes ${taken} steps in mode ${mode} of the coalesced left layout, of length ${length}, and ` +
    `${rest} is no multiple of that; a size of ${below} or ${below * Math.ceil(rest / taken)} would do`
  );
}

/** Additivity: the modes of the right layout must not carry into each other. */
export const carrySentence = (right: string, mode: number, length: number): string =>
  `${right}, together with the modes before it, runs past the length ${length} of mode ${mode} of the coalesced left ` +
  'layout: a carry that no stride can express';

export const signSentence = (right: string): string =>
  `${right} runs the other way than the modes before it: a borrow between modes of the left layout, which no stride can ` +
  'express; strides of one sign would do';

/** The largest divisor of `length` that is at most `limit`; at least 1. */
function largestDivisor(length: number, limit: number): number {
  for (let small = 1; small * small <= length; small++) {
    const large = length / small;
    if (Number.isInteger(large) && large <= limit) return large;
  }
  for (let small = Math.floor(Math.sqrt(length)); small > 1; small--)
    if (small <= limit && length % small === 0) return small;
  return 1;
}

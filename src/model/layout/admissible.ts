/** The sentences with which composition refuses: which condition fails where, and the nearest numbers that would do. */

/** A mode of the coalesced left layout as a step meets it. */
export interface Meeting {
  /** Number of the mode, and its length. */
  readonly mode: number;
  readonly length: number;
  /** Product of the lengths before it. */
  readonly before: number;
  /** What is left of the right mode's stride and length here. */
  readonly stride: number;
  readonly size: number;
}

/** Stride divisibility: what is left of a stride must divide the next length, or be a multiple of it. */
export function strideSentence(right: string, { mode, length, before, stride }: Meeting): string {
  const below = before * largestDivisor(length, stride);
  const above = before * length * Math.ceil(stride / length);
  const left = before === 1 ? `its stride ${stride}` : `${stride}, what the modes before leave of its stride,`;
  return (
    `${right} steps over mode ${mode} of the coalesced left layout: ${left} neither divides its length ${length} ` +
    `nor is a multiple of it; a stride of ${below} or ${above} would do`
  );
}

/** Shape divisibility: a mode that runs past the end of a length must be a multiple of what it takes there. */
export function sizeSentence(right: string, { mode, length, stride, size }: Meeting, taken: number): string {
  const takes = length / stride;
  const below = taken * takes;
  const above = below * Math.ceil(size / takes);
  return (
    `${right} takes ${takes} steps in mode ${mode} of the coalesced left layout, of length ${length}, and ` +
    `${size} is no multiple of that; a size of ${below} or ${above} would do`
  );
}

/** Additivity: the modes of the right layout must not carry into each other. */
export const carrySentence = (right: string, mode: number, length: number): string =>
  `${right}, together with the modes before it, runs past the length ${length} of mode ${mode} of the coalesced left ` +
  'layout: a carry that no stride can express';

export const signSentence = (right: string): string =>
  `${right} runs the other way than the modes before it: a borrow between modes of the left layout, which no stride can ` +
  'express; strides of one sign would do';

/** At most `limit`, at least 1. */
function largestDivisor(length: number, limit: number): number {
  for (let small = 1; small * small <= length; small++) {
    const large = length / small;
    if (Number.isInteger(large) && large <= limit) return large;
  }
  for (let small = Math.floor(Math.sqrt(length)); small > 1; small--)
    if (small <= limit && length % small === 0) return small;
  return 1;
}

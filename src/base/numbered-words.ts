/**
 * Memory whose 32-bit words tell their place: word i holds i times an odd step. All words differ, all their bytes vary, and
 * what a word holds leads back to its number, wherever it has been copied to.
 */
const STEP = 0x1e37_79b1;
const WORD_BYTES = 4;

/** Makes such memory, from a word's number on. */
export const numberedFrom = (first: number) => ({ kind: 'iota', start: numberedWord(first), step: STEP }) as const;

export const numberedWord = (number: number): number => Math.imul(number, STEP) >>> 0;

/** Byte `at` of such memory, lowest byte of a word first. */
export const numberedByte = (at: number): number =>
  (numberedWord(Math.floor(at / WORD_BYTES)) >>> ((at % WORD_BYTES) * 8)) & 0xff;

/** The word's number, below 2^32: the step is odd, so it has an inverse modulo 2^32. */
export const numberOfWord = (word: number): number => Math.imul(word, INVERSE) >>> 0;

const INVERSE = inverseOf(STEP);

/** The inverse modulo 2^32, found by Newton's iteration, which doubles the number of right bits in each step. */
function inverseOf(odd: number): number {
  let inverse = odd;
  for (let bits = 3; bits < 32; bits *= 2) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse));
  return inverse;
}

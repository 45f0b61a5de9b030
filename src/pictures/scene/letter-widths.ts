/**
 * Width of a text letter by letter, for short texts that follow each other in a row: a mean advance would leave uneven
 * gaps between them.
 */

/** Advances in DejaVu Sans, the widest of the fonts that `SANS` names, in shares of the text size. */
const LETTERS: readonly (readonly [letters: string, advance: number])[] = [
  ['ijl', 0.28],
  [" .,:;'|!", 0.32],
  ['frt[]()-', 0.38],
  ['cksz', 0.55],
  ['vxy', 0.59],
  ['m', 0.97],
  ['w', 0.82],
  ['MW', 0.92],
  ['→', 0.84],
];
const OTHERS = 0.63;

const ADVANCES = new Map(
  LETTERS.flatMap(([letters, advance]) => [...letters].map(letter => [letter, advance] as const)),
);

export const lettersPx = (text: string, sizePx: number): number =>
  [...text].reduce((sum, letter) => sum + sizePx * (ADVANCES.get(letter) ?? OTHERS), 0);

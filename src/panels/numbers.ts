/** Numbers as the page writes them (visual language, section 4). */

/** What stands where a number was not obtained. */
export const MISSING = '—';

const grouped = new Intl.NumberFormat('en-US');

/** 4096 -> '4,096'. */
export const count = (n: number): string => grouped.format(n);

/** 4096 -> '4,096 B'. */
export const bytes = (n: number): string => `${count(n)} B`;

/** 'a', 'a and b', 'a, b and c'. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;

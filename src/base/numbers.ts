/** Numbers as the page writes them (visual language, section 4). */

/** Shown in place of a number that was not obtained. */
export const MISSING = '—';

const grouped = new Intl.NumberFormat('en-US');

/** 4096 -> '4,096'. */
export const count = (n: number): string => grouped.format(n);

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 2 });

/** Short text of a number for places of three or four characters: 992 -> '992', 31744 -> '32K'. */
export const compact = (n: number): string => (n < 1000 ? String(n) : short.format(n));

/** 4096 -> '4,096 B'. */
export const bytes = (n: number): string => `${count(n)} B`;

const fourDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });

/** '3,206 GB/s', '612.4 TFLOPS'. */
export const rateWords = (kind: 'bytes' | 'flops', perSecond: number): string =>
  kind === 'bytes' ? `${fourDigits.format(perSecond / 1e9)} GB/s` : `${fourDigits.format(perSecond / 1e12)} TFLOPS`;

/** UTC, as every date of the page is: '2026-11-20 21:40', of an ISO date. */
export const utcMinute = (date: string): string => date.slice(0, 16).replace('T', ' ');

/** 'a', 'a and b', 'a, b and c'. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;

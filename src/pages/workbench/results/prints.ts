/** Printed lines, searched and as a table. Pure. */
import type { Table } from '../../../pictures/view.ts';
import type { Print } from '../../../trace/print.ts';
import { whoWords } from '../findings/finding-words.ts';

export interface PlacedPrint extends Print {
  /** Index among all prints, from 0. */
  readonly place: number;
}

/** Prints with the words in their text or thread; upper and lower case are equal. */
export function printsWith(prints: readonly Print[], words: string): readonly PlacedPrint[] {
  const wanted = words.trim().toLowerCase();
  const placed = prints.map((print, place) => ({ ...print, place }));
  if (wanted === '') return placed;
  return placed.filter(({ who, text }) => `${text}\n${whoWords(who)}`.toLowerCase().includes(wanted));
}

export const printTable = (prints: readonly Print[]): Table => ({
  columns: ['cta', 'warp', 'lane', 'text'],
  rows: prints.map(({ who, text }) => [`${who.cta}`, `${who.warp}`, `${who.lane}`, text]),
});

/** Printed lines, searched and as a table. Pure. */
import type { Table } from '../../../pictures/view.ts';
import type { Print } from '../../../trace/print.ts';
import { whoWords } from '../findings/finding-words.ts';

export interface PlacedPrint extends Print {
  /** Among all that was printed, from 0. */
  readonly place: number;
}

/** Those with the words in their text or thread, in any case. */
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

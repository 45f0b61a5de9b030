/** All words that have a card. */
import { BANK_TERMS } from './bank-terms.ts';
import { OTHER_TERMS } from './layout-terms.ts';
import type { Term } from './term.ts';

export const TERMS: readonly Term[] = [...BANK_TERMS, ...OTHER_TERMS];

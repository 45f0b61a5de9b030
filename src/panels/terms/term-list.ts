/** All explained words, and where they stand in a text. */
import { BANK_TERMS } from './bank-terms.ts';
import { OTHER_TERMS } from './layout-terms.ts';
import type { Term } from './term.ts';

export const TERMS: readonly Term[] = [...BANK_TERMS, ...OTHER_TERMS];

const BY_SPELLING = new Map(TERMS.flatMap(term => term.spellings.map(word => [word.toLowerCase(), term] as const)));

const longestFirst = [...BY_SPELLING.keys()].sort((a, b) => b.length - a.length);

// 'tile-v' and 'pad_x' are names of something else.
const WORDS = new RegExp(`(?<![\\w.-])(?:${longestFirst.join('|')})(?![\\w-])`, 'gi');

export interface TextPiece {
  readonly text: string;
  /** Index of its first character. */
  readonly at: number;
  /** The term that it names; null for the text between. */
  readonly term: Term | null;
}

/** A text cut at its terms. Each term is marked where it stands first: more would be noise. `most`: terms that are marked. */
export function termPieces(text: string, most = Number.POSITIVE_INFINITY): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  const seen = new Set<Term>();
  let from = 0;
  const plain = (to: number): void => {
    if (to > from) pieces.push({ text: text.slice(from, to), at: from, term: null });
  };
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const term = BY_SPELLING.get(word.toLowerCase());
    if (term === undefined || seen.has(term) || seen.size >= most) continue;
    seen.add(term);
    plain(index);
    pieces.push({ text: word, at: index, term });
    from = index + word.length;
  }
  plain(text.length);
  return pieces;
}

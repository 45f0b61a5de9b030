/** A text with its terms as words that open a card. */

import { TermWord } from './term-word.tsx';
import { termPieces } from './term-words.ts';

interface MarkedTextProps {
  readonly text: string;
  /** Most terms that are marked. */
  readonly most: number;
}

export const MarkedText = ({ text, most }: MarkedTextProps) =>
  termPieces(text, most).map(({ text: words, at, term }) =>
    term === null ? words : <TermWord key={at} name={term} words={words} />,
  );

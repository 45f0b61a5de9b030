/** A text with its terms as words that open a card. */

import { termPieces } from './term-list.ts';
import { TermWord } from './term-word.tsx';

export const MarkedText = ({ text }: { readonly text: string }) =>
  termPieces(text).map(({ text: words, at, term }) =>
    term === null ? words : <TermWord key={at} term={term} words={words} />,
  );

/** A text whose words explain themselves: by hover, tap or key. The cards come late. */
import { TermWord } from './term-word.tsx';
import { termPieces } from './term-words.ts';

interface TermsProps {
  readonly text: string;
  /** For a label: its first term alone is marked, since two would stand too close for a finger. */
  readonly isLabel?: boolean;
}

export const Terms = ({ text, isLabel = false }: TermsProps) =>
  termPieces(text, isLabel ? 1 : Number.POSITIVE_INFINITY).map(({ text: words, at, term }) =>
    term === null ? words : <TermWord key={at} name={term} words={words} />,
  );

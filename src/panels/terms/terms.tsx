/** A text whose words explain themselves: by hover, tap or key. The cards come late; until then the text stands alone. */
import { Suspense } from 'react';
import { latePart } from '../part-boundary.tsx';

const MarkedText = latePart(async () => (await import('./marked-text.tsx')).MarkedText);

interface TermsProps {
  readonly text: string;
  /** For a label: its first term alone is marked, since two would stand too close for a finger. */
  readonly isLabel?: boolean;
}

export const Terms = ({ text, isLabel = false }: TermsProps) => (
  <Suspense fallback={text}>
    <MarkedText text={text} most={isLabel ? 1 : Number.POSITIVE_INFINITY} />
  </Suspense>
);

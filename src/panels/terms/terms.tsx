/** A text whose words explain themselves: by hover, tap or key. The cards come late; until then the text stands alone. */
import { Suspense } from 'react';
import { latePart } from '../part-boundary.tsx';

const MarkedText = latePart(async () => (await import('./marked-text.tsx')).MarkedText);

export const Terms = ({ text }: { readonly text: string }) => (
  <Suspense fallback={text}>
    <MarkedText text={text} />
  </Suspense>
);

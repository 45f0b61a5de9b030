/** Cost of one request, in the colour of its degree. */
import { degreeChip, type Theme } from '../../../pictures/theme.ts';
import { costWords } from './access-words.ts';
import type { Occurrence } from './occurrences.ts';

export function CostChip({ occurrence, theme }: { readonly occurrence: Occurrence; readonly theme: Theme }) {
  const { parts, ideal } = occurrence;
  const { fill, text } = degreeChip(theme, parts <= ideal ? 1 : Math.max(2, parts / Math.max(1, ideal)));
  return (
    <span className="chip" style={{ background: fill, color: text }}>
      {costWords(occurrence)}
    </span>
  );
}

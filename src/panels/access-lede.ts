/** What the chosen access of each variant is, for the line below an exhibit's title; its cost follows from the model. */
import type { Exhibit, Subject } from './exhibit.ts';
import type { VariantView } from './variant-view.ts';

/** 'Warp 0. A: column 3; B makes no such access.' */
export function accessLede(
  views: readonly VariantView[],
  subject: Subject,
  requestName: NonNullable<Exhibit['requestName']>,
): string {
  const told = views.map(view => {
    const { cost } = view.predicted;
    return cost === null ? `${view.badge} makes no such access` : `${view.badge}: ${requestName(view, subject)}`;
  });
  return `Warp ${subject.warp}. ${told.join('; ')}.`;
}

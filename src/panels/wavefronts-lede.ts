/** Cost of each variant's chosen access, for the line below an exhibit's title. */
import type { Exhibit, Subject } from './exhibit.ts';
import type { VariantView } from './variant-view.ts';

/** 'Warp 0, wavefronts predicted. A column 3: 32; B column 3: 4.' */
export function wavefrontsLede(
  views: readonly VariantView[],
  subject: Subject,
  requestName: NonNullable<Exhibit['requestName']>,
): string {
  const told = views.map(view => {
    const { cost } = view.predicted;
    return cost === null
      ? `${view.badge} makes no such access`
      : `${view.badge} ${requestName(view, subject)}: ${cost.wavefronts}`;
  });
  return `Warp ${subject.warp}, wavefronts predicted. ${told.join('; ')}.`;
}

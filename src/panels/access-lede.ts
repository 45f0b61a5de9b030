/** What the chosen access of each variant is, for the line below an exhibit's title; its cost follows from the model. */
import { popcount32 } from '../base/bits.ts';
import { count } from '../pictures/address-text.ts';
import type { Access } from '../trace/access-trace.ts';
import type { VariantView } from './variant-view.ts';

/**
 * 'Warp 0: column 3.', or 'Warp 0 stores its sums. A: stride 4; B makes no such access.' `does` is 'stores its sums', `nameOf`
 * says which access it is.
 */
export function accessLede(
  views: readonly VariantView[],
  { warp, does = '' }: { readonly warp: number; readonly does?: string },
  nameOf: (view: VariantView, access: Access) => string,
): string {
  const doing = `Warp ${warp}${does && ' '}${does}`;
  const names = views.map(view => {
    const { access } = view.predicted;
    return access === null ? null : nameOf(view, access);
  });
  const [first] = names;
  if (names.every(name => name === null)) return `Warp ${warp} makes no such access.`;
  if (names.every(name => name === first)) return `${doing}: ${first}.`;
  const told = names.map((name, at) =>
    name === null ? `${views[at].badge} makes no such access` : `${views[at].badge}: ${name}`,
  );
  return `${doing}. ${told.join('; ')}.`;
}

/** '32 lanes' */
export const laneCount = ({ activeMask }: Access): string => count(popcount32(activeMask), 'lane');

/** How much larger the axes and outlines of pictures are for an audience: on a projector, and for a presenter; never in a hand. */
import { useMediaQuery } from '../pictures/gestures/use-media-query.ts';
import { useView } from '../state/view-store.ts';

const PROJECTOR = '(min-width: 1920px)';
const HAND = 'screen and (max-width: 899px)';
const LARGER = 1.5;

export function usePictureScale(): { readonly textScale: number; readonly strokeScale: number } {
  const isProjector = useMediaQuery(PROJECTOR);
  const isPresenter = useForAudience();
  return { textScale: isProjector || isPresenter ? LARGER : 1, strokeScale: isPresenter ? LARGER : 1 };
}

/** As `--text-scale` of the style sheets: words on a projector are less enlarged than axes. */
export function useCaptionScale(): number {
  const isProjector = useMediaQuery(PROJECTOR);
  const isPresenter = useForAudience();
  return isPresenter ? LARGER : isProjector ? 1.125 : 1;
}

function useForAudience(): boolean {
  const isInHand = useMediaQuery(HAND);
  return useView(view => view.presenter) && !isInHand;
}

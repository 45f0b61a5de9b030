/** How much larger the axes and outlines of pictures are for an audience: on a projector, and for a presenter. */
import { useMediaQuery } from '../pictures/gestures/use-media-query.ts';
import { useView } from '../state/view-store.ts';

const PROJECTOR = '(min-width: 1920px)';
const LARGER = 1.5;

export function usePictureScale(): { readonly textScale: number; readonly strokeScale: number } {
  const isProjector = useMediaQuery(PROJECTOR);
  const isPresenter = useView(view => view.presenter);
  return { textScale: isProjector || isPresenter ? LARGER : 1, strokeScale: isPresenter ? LARGER : 1 };
}

/** As `--text-scale` of the style sheets: words on a projector are less enlarged than axes. */
export function useCaptionScale(): number {
  const isProjector = useMediaQuery(PROJECTOR);
  const isPresenter = useView(view => view.presenter);
  return isPresenter ? LARGER : isProjector ? 1.125 : 1;
}

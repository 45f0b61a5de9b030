/** How tall a tile may be drawn, so that the bank map below it still fits on the screen. */
import { useSyncExternalStore } from 'react';
import { useAddress } from '../services/address.ts';
import { useView } from '../state/view-store.ts';

const LEAST_PX = 240;
/** Below this width the page scrolls as one column and only the tile's own width limits it. */
const ONE_COLUMN_PX = 1280;
const FOLDED_SOURCE_PX = 1440;
const TALL_SCREEN_PX = 1000;
/** Width from which on axes and captions are larger. */
const PROJECTOR_PX = 1920;

/** Names, verdicts, captions, legends and transport. */
const PRESENTER_PX = 212;
/** Strip of a lesson above the page. */
const STRIP_PX = 64;
const PRESENTER_STRIP_PX = 96;

/**
 * Height of everything above and below the tile [px]: header, titles, captions, bank map, legends, source pane,
 * transport.
 */
function othersPx(compact: boolean, isPresenter: boolean): number {
  if (compact) return 118;
  if (innerWidth < ONE_COLUMN_PX) return 260;
  if (isPresenter) return PRESENTER_PX;
  if (innerWidth < FOLDED_SOURCE_PX) return 500;
  return (innerHeight < TALL_SCREEN_PX ? 594 : 672) + (innerWidth < PROJECTOR_PX ? 0 : 48);
}

export function useTileHeight(compact: boolean): number {
  const isPresenter = useView(view => view.presenter);
  const stripPx = useStripHeight();
  const height = () => Math.max(LEAST_PX, innerHeight - stripPx - othersPx(compact, isPresenter));
  return useSyncExternalStore(subscribe, height);
}

/** Height of a lesson's strip [px]; 0 without one. */
export function useStripHeight(): number {
  const isPresenter = useView(view => view.presenter);
  if (useAddress().search.lesson === undefined) return 0;
  return isPresenter ? PRESENTER_STRIP_PX : STRIP_PX;
}

/** Height of the window, followed as it changes. */
export const useScreenHeight = (): number => useSyncExternalStore(subscribe, () => innerHeight);

function subscribe(changed: () => void): () => void {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
}

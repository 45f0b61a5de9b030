/** How tall a tile may be drawn, so that the bank map below it still fits on the screen. */
import { useSyncExternalStore } from 'react';

/** Header, title, captions, bank map, legends, source pane and transport, in px; from 1000 px the pane is taller. */
const OTHERS_PX = { usual: 574, tall: 652, compact: 118 };
const TALL_SCREEN_PX = 1000;
const LEAST_PX = 240;

export function useTileHeight(compact: boolean): number {
  const screen = useSyncExternalStore(subscribe, () => innerHeight);
  const others = compact ? OTHERS_PX.compact : screen < TALL_SCREEN_PX ? OTHERS_PX.usual : OTHERS_PX.tall;
  return Math.max(LEAST_PX, screen - others);
}

function subscribe(changed: () => void): () => void {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
}

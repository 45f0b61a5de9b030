/** The legends that the pictures of a page share. */
import { useMemo } from 'react';
import { useMediaQuery } from '../gestures/use-media-query.ts';
import type { ThemedProps } from '../props.ts';
import { SceneCanvas } from '../scene/scene-canvas.tsx';
import { bankLegendScene, degreeLegendScene } from './draw.ts';

interface LegendProps extends ThemedProps {
  /** Factor on text, the same as in the pictures that it explains. */
  readonly textScale?: number;
}

/** Narrower than this, a window has no room for words behind the colours. */
const NARROW = 'screen and (max-width: 599px)';

export function BankLegend({ theme, textScale = 1 }: LegendProps) {
  const isNarrow = useMediaQuery(NARROW);
  const scene = useMemo(() => bankLegendScene(theme, { isNarrow, textScale }), [theme, isNarrow, textScale]);
  return <SceneCanvas scene={scene} label="Colours of banks 0 to 31: one hue per chunk of 16 bytes, darker by word" />;
}

export function DegreeLegend({ theme, pad = false, textScale = 1 }: LegendProps & { readonly pad?: boolean }) {
  const scene = useMemo(() => degreeLegendScene(theme, pad, textScale), [theme, pad, textScale]);
  return <SceneCanvas scene={scene} label="Colours of 1, 2, 4, 8, 16 and 32 wavefronts, from slate to red" />;
}

/** The legends that the pictures of a page share. */
import { useMemo } from 'react';
import { useMediaQuery } from '../gestures/use-media-query.ts';
import type { ThemedProps } from '../props.ts';
import { SceneCanvas } from '../scene/scene-canvas.tsx';
import { bankLegendScene, degreeLegendScene } from './draw.ts';

/** Narrower than this, a window has no room for words behind the colours. */
const NARROW = '(max-width: 599px)';

export function BankLegend({ theme }: ThemedProps) {
  const isNarrow = useMediaQuery(NARROW);
  const scene = useMemo(() => bankLegendScene(theme, isNarrow), [theme, isNarrow]);
  return <SceneCanvas scene={scene} label="Colours of banks 0 to 31: one hue per chunk of 16 bytes, darker by word" />;
}

export function DegreeLegend({ theme, pad = false }: ThemedProps & { readonly pad?: boolean }) {
  const scene = useMemo(() => degreeLegendScene(theme, pad), [theme, pad]);
  return <SceneCanvas scene={scene} label="Colours of 1, 2, 4, 8, 16 and 32 wavefronts, from slate to red" />;
}

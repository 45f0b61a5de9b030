/** The ticks of the transport's slider; the slider itself is laid over them. */
import { useMemo } from 'react';
import { type FlipTrackRecords, flipTrackScene } from './flip-track.geometry.ts';
import type { ThemedProps } from './props.ts';
import { SceneCanvas } from './scene-canvas.tsx';
import { useWidth } from './use-width.ts';

export function FlipTrack({ records, theme }: ThemedProps & { readonly records: FlipTrackRecords }) {
  const [ref, widthPx] = useWidth();
  const scene = useMemo(() => flipTrackScene(records, theme, Math.max(40, widthPx)), [records, theme, widthPx]);
  return <div ref={ref}>{widthPx > 0 && <SceneCanvas scene={scene} />}</div>;
}

/** The ticks of the transport's slider; the slider itself is laid over them. */
import { useMemo } from 'react';
import { useWidth } from '../gestures/use-width.ts';
import type { ThemedProps } from '../props.ts';
import { SceneCanvas } from '../scene/scene-canvas.tsx';
import { type FlipTrackRecords, flipTrackScene } from './draw.ts';

export function FlipTrack({ records, theme }: ThemedProps & { readonly records: FlipTrackRecords }) {
  const [ref, widthPx] = useWidth();
  const scene = useMemo(() => flipTrackScene(records, theme, Math.max(40, widthPx)), [records, theme, widthPx]);
  return <div ref={ref}>{widthPx > 0 && <SceneCanvas scene={scene} />}</div>;
}

/** The tracks of the transport bar: click or drag to move the playhead. The keyboard has the transport's own slider. */
import { type PointerEvent, useMemo } from 'react';
import { useWidth } from '../gestures/use-width.ts';
import type { ThemedProps } from '../props.ts';
import type { WavefrontTrackRecords } from '../records.ts';
import { SceneCanvas } from '../scene/scene-canvas.tsx';
import { trackHit, trackScene } from './draw.ts';
import styles from './wavefront-track.module.css';

interface WavefrontTrackProps extends ThemedProps {
  readonly records: WavefrontTrackRecords;
  /** Wavefronts served; Infinity = all. */
  readonly playhead: number;
  readonly onSeek?: (wavefronts: number) => void;
}

export function WavefrontTrack({ records, theme, playhead, onSeek }: WavefrontTrackProps) {
  const [ref, widthPx] = useWidth();
  const px = Math.max(40, widthPx);
  const scene = useMemo(() => trackScene(records, theme, playhead, px), [records, theme, playhead, px]);
  const seek = (event: PointerEvent<HTMLDivElement>): void => {
    onSeek?.(trackHit(records, widthPx, event.clientX - event.currentTarget.getBoundingClientRect().left));
  };
  return (
    <div
      ref={ref}
      className={styles.track}
      role="img"
      aria-label={tracksText(records)}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={event => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
      }}
    >
      {widthPx > 0 && <SceneCanvas scene={scene} />}
    </div>
  );
}

const tracksText = ({ tracks }: WavefrontTrackRecords): string =>
  `Wavefronts by variant. ${tracks.map(track => `${track.letter}: ${track.wavefronts}`).join(', ')}`;

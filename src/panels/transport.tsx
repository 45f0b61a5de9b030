/** The bar at the foot: step, play and scrub through the wavefronts of an access, and from access to access. */
import { useMemo } from 'react';
import type { WavefrontTrackRecords } from '../pictures/records.ts';
import type { Theme } from '../pictures/theme.ts';
import { WavefrontTrack } from '../pictures/wavefront-track/index.tsx';
import css from './transport.module.css';
import { TransportButtons } from './transport-buttons.tsx';

export interface TransportProps {
  readonly tracks: WavefrontTrackRecords['tracks'];
  /** Wavefronts served; the longest track's length = all. */
  readonly playhead: number;
  readonly playing: boolean;
  /** 'Store 5 of 32, warp 5'. */
  readonly access: string;
  /** Words that say what happens at the playhead. */
  readonly readout: string;
  readonly theme: Theme;
  readonly onSeek: (wavefronts: number) => void;
  readonly onPlay: (playing: boolean) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onAccess: (to: 'previous' | 'next') => void;
}

export function Transport(props: TransportProps) {
  const { tracks, playhead, playing, access, readout, theme, onSeek, onPlay, onStep, onAccess } = props;
  const length = Math.max(0, ...tracks.map(track => track.wavefronts));
  const records = useMemo(() => ({ tracks }), [tracks]);
  return (
    <section className={css.transport} aria-label="Transport">
      <TransportButtons
        step="wavefront"
        group="access"
        playing={playing}
        onPlay={onPlay}
        onStep={onStep}
        onGroup={onAccess}
      />
      <p className={css.position}>
        <strong>Wavefront {playhead}</strong> of {length} <span>{access}</span>
      </p>
      <div className={css.track}>
        <WavefrontTrack records={records} theme={theme} playhead={playhead} onSeek={onSeek} />
        <input
          type="range"
          className={css.scrub}
          aria-label="Wavefront"
          aria-valuetext={`wavefront ${playhead} of ${length}`}
          min={0}
          max={Math.max(1, length)}
          value={playhead}
          disabled={length === 0}
          onChange={event => onSeek(Number(event.target.value))}
        />
      </div>
      <p className={`ellipsis remark ${css.readout}`} title={readout}>
        {readout}
      </p>
    </section>
  );
}

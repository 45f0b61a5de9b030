/** The bar at the foot of pipelines: play, step from flip to flip, and scrub through the cycles. */
import { type ChangeEvent, type CSSProperties, type KeyboardEvent, useMemo } from 'react';
import { count } from '../../base/numbers.ts';
import { FlipTrack } from '../../pictures/flip-track/index.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { Segments } from '../kit/choice-fields.tsx';
import transport from '../transport.module.css';
import { TransportButtons } from '../transport-buttons.tsx';
import css from './pipeline-transport.module.css';
import { type PipelinePlayback, SPEEDS } from './use-pipeline-playback.ts';

interface PipelineTransportProps {
  readonly playback: PipelinePlayback;
  readonly theme: Theme;
  /** The marker at 0 if that is not the start: 'first flip of full[0]'. */
  readonly origin: string | null;
}

const SPEED_NAMES = { 0.25: '¼×', 1: '1×', 4: '4×' } as const;
const SPEED_OPTIONS = SPEEDS.map(speed => ({ value: `${speed}`, label: SPEED_NAMES[speed] }));

const cycle = (clk: number): string => count(Math.round(clk));

export function PipelineTransport({ playback, theme, origin }: PipelineTransportProps) {
  const { playing, play, step, stepFull, playhead, to } = playback;
  return (
    <section className={transport.transport} aria-label="Transport">
      <TransportButtons
        step="flip"
        group="full stage"
        playing={playing}
        onPlay={play}
        onStep={step}
        onGroup={way => stepFull(way === 'next' ? 1 : -1)}
      />
      <p className={transport.position}>
        <strong>Cycle {cycle(playhead)}</strong> of {cycle(to)} {origin !== null && <span>after {origin}</span>}
      </p>
      <Scrub playback={playback} theme={theme} />
      <p className={`row caption rigid ${css.key}`}>
        <i data-kind="full" /> full flips <i data-kind="empty" /> empty flips
      </p>
      <SpeedChoice playback={playback} />
    </section>
  );
}

const SpeedChoice = ({ playback: { speed, setSpeed } }: Pick<PipelineTransportProps, 'playback'>) => (
  <div className={css.speed}>
    <Segments
      label="Speed"
      options={SPEED_OPTIONS}
      value={`${speed}`}
      onChange={value => setSpeed(SPEEDS.find(each => `${each}` === value)!)}
    />
  </div>
);

const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

function Scrub({ playback, theme }: Pick<PipelineTransportProps, 'playback' | 'theme'>) {
  const { flips, from, to, playhead, seek, step } = playback;
  const records = useMemo(() => ({ runs: flips, from, to }), [flips, from, to]);
  const done = { '--done': (playhead - from) / Math.max(1, to - from) } as CSSProperties;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  const limits = { min: from, max: to, step: 'any', value: playhead } as const;
  const words = `cycle ${cycle(playhead)} of ${cycle(to)}`;
  const onChange = (event: ChangeEvent<HTMLInputElement>) => seek(Number(event.target.value));
  return (
    <div className={`${transport.track} ${css.track}`} style={done}>
      <FlipTrack records={records} theme={theme} />
      <input type="range" aria-label="Cycle" aria-valuetext={words} {...limits} {...{ onKeyDown, onChange }} />
    </div>
  );
}

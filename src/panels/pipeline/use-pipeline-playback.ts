/** The playhead of a stage of pipelines: played, stepped from flip to flip, scrubbed. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { FLIP_KINDS, type FlipKind, flips, nextFlip } from '../../model/pipeline/phase-flips.ts';
import type { PlacedFlips } from '../../pictures/flip-track/draw.ts';
import { useHotkeys } from '../use-hotkeys.ts';
import { usePageKeys } from '../use-page-keys.ts';
import type { PipelineAxis } from './pipeline-axis.ts';
import type { PipelineSide } from './pipeline-side.ts';
import type { StageView } from './stage-view.ts';

export const SPEEDS = [0.25, 1, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** All of the axis at speed 1. */
const WHOLE_MS = 12_000;

export interface PipelinePlayback {
  readonly flips: readonly PlacedFlips[];
  /** Start on the axis [clk]. */
  readonly from: number;
  readonly to: number;
  readonly playhead: number;
  readonly playing: boolean;
  readonly speed: Speed;
  readonly play: (playing: boolean) => void;
  readonly setSpeed: (speed: Speed) => void;
  readonly seek: (clk: number) => void;
  /** Moves to the next flip, or to the one before. */
  readonly step: (by: 1 | -1) => void;
  /** Moves to the next stage that becomes full, or to the one before. */
  readonly stepFull: (by: 1 | -1) => void;
}

type Placed = Pick<StageView, 'playhead' | 'onPlayhead'>;

export function usePipelinePlayback(
  sides: readonly PipelineSide[],
  axis: PipelineAxis,
  view: Placed,
): PipelinePlayback {
  const all = useMemo(() => flipsOf(sides, axis), [sides, axis]);
  const { from, to } = axis.played;
  const playhead = Math.min(to, Math.max(from, view.playhead));
  const [playing, play] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const seek = (clk: number) => view.onPlayhead(Math.min(to, Math.max(from, clk)));
  const stepAmong = (kinds: readonly FlipKind[], by: 1 | -1) =>
    seek(nextOf(all, playhead, by, kinds) ?? (by > 0 ? to : from));
  const step = (by: 1 | -1) => stepAmong(FLIP_KINDS, by);
  const stepFull = (by: 1 | -1) => stepAmong(fullOnes(all), by);
  usePlaying({ playing, play, from, to, playhead, seek, step, clkPerMs: (speed * (to - from)) / WHOLE_MS });
  const playback = { flips: all, from, to, playhead, playing, speed, play, setSpeed, seek, step, stepFull };
  usePlaybackKeys(playback);
  usePageKeys(step);
  return playback;
}

const usePlaybackKeys = ({ playing, play, step, stepFull, seek, from, to }: PipelinePlayback): void =>
  useHotkeys({
    ' ': () => play(!playing),
    '.': () => step(1),
    ',': () => step(-1),
    arrowright: () => step(1),
    arrowleft: () => step(-1),
    arrowdown: () => stepFull(1),
    arrowup: () => stepFull(-1),
    home: () => seek(from),
    end: () => seek(to),
  });

const flipsOf = (sides: readonly PipelineSide[], { origins }: PipelineAxis): readonly PlacedFlips[] =>
  sides.map(({ run }, i) => ({ flips: flips.of(run), originClk: origins[i] }));

/** Flips at which a stage becomes full. If no barrier is called full, every flip counts. */
const fullOnes = (all: readonly PlacedFlips[]): readonly FlipKind[] =>
  all.some(run => run.flips.full.length > 0) ? ['full'] : FLIP_KINDS;

/** A playhead that comes from a link stands so close behind its flip at most [clk]. */
const SAME_CLK = 1;

function nextOf(all: readonly PlacedFlips[], clk: number, by: 1 | -1, kinds: readonly FlipKind[]): number | undefined {
  const from = by > 0 ? clk : clk - SAME_CLK;
  const found = all.flatMap(run => {
    const at = nextFlip(run.flips, from + run.originClk, by, kinds);
    return at === null ? [] : [at - run.originClk];
  });
  return found.sort((a, b) => (a - b) * by)[0];
}

interface Playing extends Pick<PipelinePlayback, 'playing' | 'play' | 'from' | 'to' | 'playhead' | 'seek' | 'step'> {
  readonly clkPerMs: number;
}

/** Plays from the start again if the playhead stands at the end. A user who wants no motion gets one step. */
function usePlaying(now: Playing): void {
  const latest = useRef(now);
  latest.current = now;
  const { playing } = now;
  useEffect(() => {
    if (!playing) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      latest.current.step(1);
      latest.current.play(false);
      return;
    }
    let before = performance.now();
    let frame = requestAnimationFrame(function advance(time) {
      const { from, to, playhead, seek, play, clkPerMs } = latest.current;
      const start = playhead >= to ? from : playhead;
      const next = start + (time - before) * clkPerMs;
      before = time;
      seek(next);
      if (next >= to) play(false);
      else frame = requestAnimationFrame(advance);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);
}

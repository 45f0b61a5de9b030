/** Flips of barriers along a time axis: ticks above it for full ones, below it for empty ones, through it for others. */
import type { Flip } from '../model/pipeline/flips.ts';
import type { Scene } from './scene.ts';
import { SceneBuilder } from './scene-builder.ts';
import type { Theme } from './theme.ts';

export interface FlipTrackRecords {
  /** In the order of time, in clk of the axis. */
  readonly flips: readonly Pick<Flip, 'at' | 'kind'>[];
  readonly from: number;
  readonly to: number;
}

export const FLIP_TRACK_PX = 30;
/** Half a slider's knob: it stands over its time, and stays within the track. */
export const FLIP_TRACK_INSET_PX = 8;
const TICK_PX = 5;
const TOP_PX = 2;

/** Flips that would lie on one pixel are one tick. */
export function flipTrackScene({ flips, from, to }: FlipTrackRecords, theme: Theme, widthPx: number): Scene {
  const scene = new SceneBuilder();
  const clkPx = (widthPx - 2 * FLIP_TRACK_INSET_PX) / Math.max(1, to - from);
  const drawn = new Set<string>();
  for (const { at, kind } of flips) {
    const x = Math.round(FLIP_TRACK_INSET_PX + (at - from) * clkPx);
    const key = `${kind} ${x}`;
    if (at < from || at > to || drawn.has(key)) continue;
    drawn.add(key);
    const { top, height, fill } = ticks(theme)[kind];
    scene.rect({ x: x - 1, y: top, width: 2, height }, fill);
  }
  return scene.finish(widthPx, FLIP_TRACK_PX);
}

const ticks = ({ roles, lineStrong }: Theme) => ({
  full: { top: TOP_PX, height: TICK_PX, fill: roles.producer.ink },
  empty: { top: FLIP_TRACK_PX - TOP_PX - TICK_PX, height: TICK_PX, fill: roles.consumer1.ink },
  other: { top: (FLIP_TRACK_PX - TICK_PX) / 2, height: TICK_PX, fill: lineStrong },
});

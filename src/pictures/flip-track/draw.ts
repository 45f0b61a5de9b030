/** Flips of barriers along a time axis: ticks above it for full ones, below it for empty ones, through it for others. */
import { countBelow } from '../../base/rising-values.ts';
import { FLIP_KINDS, type Flips } from '../../model/pipeline/phase-flips.ts';
import type { Scene } from '../scene/scene.ts';
import { SceneBuilder } from '../scene/scene-builder.ts';
import type { Theme } from '../theme.ts';

/** Flips of a run; its `originClk` lies at the axis' 0. */
export interface PlacedFlips {
  readonly flips: Flips;
  readonly originClk: number;
}

export interface FlipTrackRecords {
  readonly runs: readonly PlacedFlips[];
  /** Start on the axis [clk]. */
  readonly from: number;
  readonly to: number;
}

export const FLIP_TRACK_PX = 30;
/** Half a slider's knob: it stands over its time, and stays within the track. */
export const FLIP_TRACK_INSET_PX = 8;
const TICK_PX = 5;
const TOP_PX = 2;

/** Flips that would lie on one pixel are one tick. */
export function flipTrackScene(records: FlipTrackRecords, theme: Theme, widthPx: number): Scene {
  const scene = new SceneBuilder();
  for (const kind of FLIP_KINDS) {
    const { top, height, fill } = ticks(theme)[kind];
    const pixels = records.runs.flatMap(({ flips, originClk }) => pixelsOf(flips[kind], originClk, records, widthPx));
    for (const x of new Set(pixels)) scene.rect({ x: x - 1, y: top, width: 2, height }, fill);
  }
  return scene.finish(widthPx, FLIP_TRACK_PX);
}

/** Pixels that have a flip. It steps from pixel to pixel, however many flips they have. */
function pixelsOf(times: Float64Array, originClk: number, { from, to }: FlipTrackRecords, widthPx: number): number[] {
  const clkPx = (widthPx - 2 * FLIP_TRACK_INSET_PX) / Math.max(1, to - from);
  const first = from + originClk;
  const pixels: number[] = [];
  for (let i = countBelow(times, first); i < times.length && times[i] <= to + originClk; ) {
    const x = Math.round(FLIP_TRACK_INSET_PX + (times[i] - first) * clkPx);
    pixels.push(x);
    i = Math.max(i + 1, countBelow(times, first + (x + 0.5 - FLIP_TRACK_INSET_PX) / clkPx, i));
  }
  return pixels;
}

const ticks = ({ roles, lineStrong }: Theme) => ({
  full: { top: TOP_PX, height: TICK_PX, fill: roles.producer.ink },
  empty: { top: FLIP_TRACK_PX - TOP_PX - TICK_PX, height: TICK_PX, fill: roles.consumer1.ink },
  other: { top: (FLIP_TRACK_PX - TICK_PX) / 2, height: TICK_PX, fill: lineStrong },
});

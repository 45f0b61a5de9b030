/** Parts of a time axis: zoomed, moved and held within all of it. */
import type { TimeWindow } from '../pipeline/records.ts';

/** Narrower ones would show parts of cycles. */
const LEAST_CLK = 16;

/** The window as wide as asked for, moved inside the axis; null if that is all of it. */
export function heldWithin(whole: TimeWindow, { from, to }: TimeWindow): TimeWindow | null {
  const span = Math.max(LEAST_CLK, to - from);
  if (span >= whole.to - whole.from) return null;
  const start = Math.min(Math.max(from, whole.from), whole.to - span);
  return { from: start, to: start + span };
}

/** Shows `factor` times less; `clk` stays where it is. */
export function zoomedAbout(
  whole: TimeWindow,
  { from, to }: TimeWindow,
  clk: number,
  factor: number,
): TimeWindow | null {
  const least = Math.min(LEAST_CLK / (to - from), 1);
  const scale = Math.max(least, 1 / factor);
  return heldWithin(whole, { from: clk - (clk - from) * scale, to: clk + (to - clk) * scale });
}

export const movedBy = (whole: TimeWindow, { from, to }: TimeWindow, clk: number): TimeWindow | null =>
  heldWithin(whole, { from: from + clk, to: to + clk });

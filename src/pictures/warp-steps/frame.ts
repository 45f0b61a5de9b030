/** Places in a picture of steps: the steps, the lanes of the chosen warp, and the warps of the CTA. */
import { LANES } from '../../base/hardware.ts';
import type { WarpStepsRecords } from '../records.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box, PictureView } from '../view.ts';

const HEAD_PX = 16;
/** Before text is scaled: each row has a label. */
const ROW_PX = { least: 8, greatest: 13 };
const LABEL_PX = 48;
const NUMBER_PX = 30;
const GAP_PX = 10;
const WARP_PX = { least: 4, greatest: 8 };
/** Least room for the warps, which is their heading's. */
const WARPS_PX = 50;
/** Share of the width that all warps together may take. */
const WARPS_SHARE = 0.26;
const LANE_PX = { least: 3, greatest: 14 };

export interface WarpStepsFrame {
  /** Right edge of the labels. */
  readonly labelX: number;
  readonly lanesX: number;
  readonly lanePitch: number;
  readonly warpsX: number;
  readonly warpPitch: number;
  /** Right edge of the wavefronts. */
  readonly numberX: number;
  readonly rowsY: number;
  readonly rowPitch: number;
  readonly bottom: number;
}

export type WarpStepsPen = PicturePen<WarpStepsFrame, WarpStepsRecords>;

const between = (value: number, { least, greatest }: { readonly least: number; readonly greatest: number }): number =>
  Math.min(greatest, Math.max(least, value));

export function warpStepsFrame({ steps, warps }: WarpStepsRecords, view: PictureView): WarpStepsFrame {
  const { width, textScale, maxHeight } = view;
  const labelX = LABEL_PX * textScale;
  const number = NUMBER_PX * textScale;
  const warpPitch = between(Math.floor((width * WARPS_SHARE) / warps), WARP_PX);
  const warpsPx = Math.max(warps * warpPitch, WARPS_PX * textScale);
  const room = width - labelX - number - warpsPx - 3 * GAP_PX;
  const lanePitch = between(Math.floor(room / LANES), LANE_PX);
  const lanesX = labelX + GAP_PX;
  const warpsX = lanesX + LANES * lanePitch + GAP_PX;
  const rowsY = HEAD_PX * textScale;
  const fitting = (maxHeight - rowsY) / Math.max(1, steps.length);
  const rowPitch = Math.floor(textScale * between(fitting / textScale, ROW_PX));
  const bottom = rowsY + steps.length * rowPitch;
  return {
    labelX,
    lanesX,
    lanePitch,
    warpsX,
    warpPitch,
    numberX: warpsX + warpsPx + number,
    rowsY,
    rowPitch,
    bottom,
  };
}

export const laneBox = (frame: WarpStepsFrame, step: number, lane: number): Box => ({
  x: frame.lanesX + lane * frame.lanePitch,
  y: frame.rowsY + step * frame.rowPitch,
  width: frame.lanePitch - 1,
  height: frame.rowPitch - 1,
});

/** `share` is how much of its height is filled, from below. */
export function warpBox(frame: WarpStepsFrame, step: number, warp: number, share = 1): Box {
  const height = (frame.rowPitch - 1) * share;
  return {
    x: frame.warpsX + warp * frame.warpPitch,
    y: frame.rowsY + (step + 1) * frame.rowPitch - 1 - height,
    width: frame.warpPitch - 1,
    height,
  };
}

export type WarpStepsTarget =
  | { readonly kind: 'lane'; readonly step: number; readonly lane: number }
  | { readonly kind: 'warp'; readonly step: number; readonly warp: number };

export function warpStepsHit(
  frame: WarpStepsFrame,
  { steps, warps }: WarpStepsRecords,
  px: number,
  py: number,
): WarpStepsTarget | null {
  const step = Math.floor((py - frame.rowsY) / frame.rowPitch);
  if (step < 0 || step >= steps.length) return null;
  const lane = Math.floor((px - frame.lanesX) / frame.lanePitch);
  if (lane >= 0 && lane < LANES) return { kind: 'lane', step, lane };
  const warp = Math.floor((px - frame.warpsX) / frame.warpPitch);
  return warp >= 0 && warp < warps ? { kind: 'warp', step, warp } : null;
}

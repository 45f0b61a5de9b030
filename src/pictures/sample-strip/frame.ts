/** Places of the rows, samples and axis of a sample strip. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { PicturePen } from '../scene/pen.ts';
import { type TimeAxis, timeAxis } from '../scene/time-axis.ts';
import type { Box, PictureView } from '../view.ts';
import { isTimed, type SampleStripRecords } from './records.ts';
import { orderedSamples } from './sample-order.ts';

const ROW = { head: 17, strip: 36, gap: 8 };
/** Width for the 0 and the slashes of an axis that does not start at 0. */
const BREAK_PX = 22;
const TICK_ROOM_PX = 64;
/** A dot at the end of the axis stays whole. */
const END_PX = 4;

export const DOT_PX = 2.5;
/** Half of the height that samples are spread over. */
const JITTER_PX = 11;

export interface SampleStripFrame {
  readonly axis: TimeAxis;
  /** Ends of the axis. */
  readonly left: number;
  readonly right: number;
  readonly rowPx: number;
  /** Distance from the top of a row to the middle of its samples. */
  readonly middlePx: number;
  readonly stripPx: number;
  /** Top of the axis, which is the bottom of the rows. */
  readonly bottom: number;
}

export type SampleStripPen = PicturePen<SampleStripFrame, SampleStripRecords>;

export function sampleStripFrame({ rows, bound }: SampleStripRecords, view: PictureView): SampleStripFrame {
  const { textScale, width } = view;
  const times = rows.flatMap(({ outcome }) => {
    if (!isTimed(outcome)) return [];
    const { runs } = orderedSamples(outcome.samplesNs);
    return [outcome.samplesNs[runs[0]], outcome.samplesNs[runs[runs.length - 1]]];
  });
  const axis = timeAxis(bound && times.length > 0 ? [...times, bound.ns] : times, width / (TICK_ROOM_PX * textScale));
  const head = ROW.head * textScale;
  const rowPx = head + ROW.strip + ROW.gap;
  return {
    axis,
    left: axis.isBroken ? BREAK_PX * textScale : END_PX,
    right: width - END_PX,
    rowPx,
    middlePx: head + ROW.strip / 2,
    stripPx: ROW.strip,
    bottom: rows.length * rowPx,
  };
}

export const xOfTime = ({ axis: { fromNs, toNs }, left, right }: SampleStripFrame, ns: number): number =>
  left + ((ns - fromNs) / (toNs - fromNs)) * (right - left);

export const timeOfX = ({ axis: { fromNs, toNs }, left, right }: SampleStripFrame, x: number): number =>
  fromNs + ((x - left) / (right - left)) * (toNs - fromNs);

/** A sample's place among its row's, up or down: by its run number alone, and neighbours apart. */
export function jitterOf(run: number): number {
  // Multiples of the golden ratio: no two of any few that follow each other fall together.
  const fraction = ((run + 1) * 0.6180339887498949) % 1;
  return (2 * fraction - 1) * JITTER_PX;
}

/** Row of the variant, run number as the column. */
export type SamplePlace = Cell;

export function placeOfSample(frame: SampleStripFrame, { rows }: SampleStripRecords, place: SamplePlace): Box | null {
  const outcome = rows[place.row]?.outcome;
  if (outcome === undefined || !isTimed(outcome)) return null;
  const ns = outcome.samplesNs[place.column];
  if (ns === undefined) return null;
  const y = place.row * frame.rowPx + frame.middlePx + jitterOf(place.column);
  return { x: xOfTime(frame, ns) - DOT_PX, y: y - DOT_PX, width: 2 * DOT_PX, height: 2 * DOT_PX };
}

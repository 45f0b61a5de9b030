/** Draws a track: each stretch by itself while they are wide enough, else how much of each pixel they cover. */

import type { TimeTrack } from '../../model/pipeline/time-track.ts';
import type { PipelineRecords, PipelineView } from '../pipeline/records.ts';
import type { PicturePen } from '../scene/pen.ts';
import { textPx } from '../scene/text-metrics.ts';
import type { Box } from '../view.ts';
import { boxOf, type RowExtent, sightOf, type TimelineFrame } from './frame.ts';

/** Text on a bar, drawn above all bars; `ground` is the colour behind it, if it needs one. */
export interface BarLabel {
  readonly box: Box;
  readonly text: string;
  readonly fill: string;
  readonly weight: 400 | 600;
  readonly ground: string | null;
}

export interface TimelinePen extends PicturePen<TimelineFrame, PipelineRecords, PipelineView> {
  /** Barriers that belong to what is pointed at or pinned. */
  readonly lit: readonly string[];
  /** Filled while the bars are drawn. */
  readonly labels: BarLabel[];
}

/** Steps of opacity: neighbouring pixels of one step are drawn as one rectangle. */
const SHADES = 12;

/** Bars whose mean width is less are drawn as shares of each pixel. */
const LEAST_BAR_PX = 2;

interface TrackLook {
  /** Place and fill of the shares that replace bars that are too narrow. */
  readonly extent: RowExtent;
  readonly fill: string;
  /** The mean width below which bars are too narrow. */
  readonly leastPx?: number;
}

export function drawTrack(
  pen: TimelinePen,
  track: TimeTrack,
  { extent, fill, leastPx = LEAST_BAR_PX }: TrackLook,
  bar: (item: number, box: Box) => void,
): void {
  const { frame } = pen;
  const sight = sightOf(frame);
  const { first, end } = track.within(sight.from, sight.to);
  if (end - first > frame.plot.width / leastPx) drawShares(pen, track, extent, fill);
  else for (let i = first; i < end; i++) bar(track.item[i], boxOf(frame, track.from[i], track.to[i], extent));
}

function drawShares({ scene, frame }: TimelinePen, track: TimeTrack, { y, height }: RowExtent, fill: string): void {
  const { plot } = frame;
  const sight = sightOf(frame);
  const shares = track.occupancy(sight.from, sight.to, Math.round(plot.width));
  const shadeOf = (i: number): number => Math.ceil(shares[i] * SHADES);
  for (let i = 0; i < shares.length; ) {
    const from = i;
    const shade = shadeOf(from);
    while (i < shares.length && shadeOf(i) === shade) i++;
    if (shade > 0) scene.rect({ x: plot.x + from, y, width: i - from, height }, fill, { opacity: shade / SHADES });
  }
}

/** The words, or fewer, where the bar is wide enough for them. */
export function label(
  pen: TimelinePen,
  box: Box,
  texts: readonly string[],
  look: Omit<BarLabel, 'box' | 'text'>,
): void {
  const seen = seenPart(box, pen.frame.plot);
  const text = texts.find(words => textPx(words, sizeIn(pen, box)) + 4 <= seen.width);
  if (text !== undefined) pen.labels.push({ box: seen, text, ...look });
}

/** A label stands in the middle of what is in sight. */
function seenPart(box: Box, plot: Box): Box {
  const x = Math.max(box.x, plot.x);
  return { ...box, x, width: Math.min(box.x + box.width, plot.x + plot.width) - x };
}

const sizeIn = ({ textScale }: TimelinePen, { height }: Box): number =>
  Math.min(10.5 * textScale, Math.max(10 * textScale, height - 8));

export function drawLabels(pen: TimelinePen): void {
  const { scene, labels } = pen;
  for (const { box, text, ground } of labels) {
    if (ground === null) continue;
    const width = textPx(text, sizeIn(pen, box)) + 4;
    const height = Math.min(box.height, sizeIn(pen, box) + 3);
    scene.rect({ x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }, ground, {
      radius: 2,
    });
  }
  for (const { box, text, fill, weight } of labels) {
    const size = sizeIn(pen, box);
    const baseline = box.y + box.height / 2 + size * 0.36;
    scene.text(box.x + box.width / 2, baseline, text, fill, { size, weight, anchor: 'middle' });
  }
}

/** The loops of one side of a tensor view, and the groups of cells that they make. */
import type { PictureAxis } from '../../model/permute/axis-language.ts';
import type { BlockMove } from '../../model/permute/block.ts';
import { type NestedTrack, trackLength } from '../nested-track.ts';
import type { PictureView } from '../view.ts';

/** A group of fewer pixels would be lost between two gaps. */
const LEAST_GROUP_PX = 12;

/** One loop of a side, drawn as a line of labels. */
export interface Level {
  readonly mode: number;
  readonly extent: number;
  /** Cells per step of it. */
  readonly inner: number;
  readonly joined: boolean;
}

export function levelsOf(axes: readonly PictureAxis[], { modes }: Pick<BlockMove, 'modes'>): Level[] {
  let inner = 1;
  return axes
    .toReversed()
    .map(({ mode, joined }) => {
      const level = { mode, extent: modes[mode].extent, inner, joined };
      inner *= level.extent;
      return level;
    })
    .toReversed();
}

/** Sizes of the groups that a gap may follow, smallest first. */
const groupSizes = (levels: readonly Level[]): number[] =>
  levels.flatMap(({ inner, extent, joined }, i) => (i === 0 || joined ? [] : inner * extent)).toReversed();

/** For cells of a size. */
function trackOf(levels: readonly Level[], pitch: number): NestedTrack {
  const count = levels.reduce((cells, { extent }) => cells * extent, 1);
  const groups = groupSizes(levels).filter(size => size < count && size * pitch >= LEAST_GROUP_PX);
  const gap = pitch >= 16 ? 5 : pitch >= 6 ? 3 : 2;
  return { count, groups: [...new Set(groups)], pitch, cellGap: cellGapOf(pitch), gap };
}

const cellGapOf = (pitch: number): number => (pitch >= 6 ? 1 : 0);

/** Whole pixels where gaps are drawn, halves where guides are, free below. */
const snapDown = (cell: number): number => (cell >= 6 ? Math.floor(cell) : cell >= 2 ? Math.floor(cell * 2) / 2 : cell);

const nextSmaller = (cell: number): number => (cell > 6 ? cell - 1 : cell > 2 ? cell - 0.5 : cell * 0.95);

/** The largest cells, of at most `mostPx` each, that fit with their gaps. */
export function fittedTrack(levels: readonly Level[], roomPx: number, { min }: CellPx, mostPx: number): NestedTrack {
  const { count } = trackOf(levels, 1);
  let pitch = Math.max(min, snapDown(Math.min(mostPx, roomPx / count)));
  while (pitch > min && trackLength(trackOf(levels, pitch)) > roomPx) pitch = Math.max(min, nextSmaller(pitch));
  return trackOf(levels, pitch);
}

type CellPx = Pick<PictureView['cellPx'], 'min'>;

/** Cells get a gap between them as soon as they are large enough. */
export const zoomedTrack = (track: NestedTrack, k: number): NestedTrack => ({
  ...track,
  pitch: track.pitch * k,
  cellGap: cellGapOf(track.pitch * k),
  gap: track.gap * k,
});

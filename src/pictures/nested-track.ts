/**
 * Cells along one side of a nested grid: groups within groups, with a gap behind each group. A gap belongs to every group
 * that ends there, so it grows from the inside out. Places are unzoomed pixels from the first cell on.
 */

export interface NestedTrack {
  /** Cells. */
  readonly count: number;
  /** Cells per group that a gap follows, smallest first. */
  readonly groups: readonly number[];
  /** Size of one cell. */
  readonly pitch: number;
  /** Part of the pitch that is left free. */
  readonly cellGap: number;
  /** Gap behind a group. */
  readonly gap: number;
}

/** Cells that follow each other without a gap; all such runs are equally long. */
export const runLength = ({ count, groups }: NestedTrack): number => groups[0] ?? count;

/** Offset at which a cell starts. */
export const cellStart = ({ groups, pitch, gap }: NestedTrack, cell: number): number =>
  groups.reduce((start, size) => start + Math.floor(cell / size) * gap, cell * pitch);

/** Length from the first cell to the end of the last one. */
export const trackLength = (track: NestedTrack): number => cellStart(track, track.count - 1) + track.pitch;

/** The cell at a place; a gap belongs to the cell before it. Never beyond the ends. */
export function cellAlong(track: NestedTrack, place: number): number {
  let [low, high] = [0, track.count - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (cellStart(track, middle) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

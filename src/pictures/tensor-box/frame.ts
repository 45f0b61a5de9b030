/**
 * Places of the chunks of a tensor's plane: the window around the box, its cells, and the way from coordinates to the
 * box.
 */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { rowCoordinates, unitBytes } from '../../model/tma/box.ts';
import { boxRowAt } from '../../model/tma/box-bytes.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { elementStep } from '../../trace/tensor-map-rules.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box, PictureView } from '../view.ts';
import type { TensorBoxRecords } from './records.ts';

/** Cells of one axis that are in sight. */
export interface Window {
  readonly first: number;
  readonly count: number;
}

export interface TensorBoxFrame {
  readonly plot: Box;
  /** 16-byte chunks across, coordinates down. */
  readonly across: Window;
  readonly down: Window;
  readonly pitchX: number;
  readonly pitchY: number;
  readonly gap: number;
}

export type TensorBoxPen = PicturePen<TensorBoxFrame, TensorBoxRecords>;

/** Half-open, in cells of an axis; ends may be inside a cell. */
export interface ElementRange {
  readonly from: number;
  readonly to: number;
}

const LEFT_PX = 34;
const TOP_PX = 16;
const RIGHT_PX = 16;
const WIDEST_PX = 44;
const HIGHEST_PX = 30;
const LOW_PX = 12;

export const BOTTOM_PX = 4;

/**
 * Ranges of an axis that the tensor and the box cover. Across, they count chunks, with a fraction for a cut last chunk.
 */
export function rangesOf({
  copy,
  bytes,
  down,
}: TensorBoxRecords): Record<'across' | 'down', { tensor: ElementRange; box: ElementRange }> {
  const { map, start } = copy;
  const chunksPerUnit = unitBytes(map) / CHUNK_BYTES;
  const span = (dim: number): number => (bytes.shape.counts[dim] - 1) * elementStep(map, dim) + 1;
  const across = { from: start[0] * chunksPerUnit, to: (start[0] + span(0)) * chunksPerUnit };
  return {
    across: { tensor: { from: 0, to: map.dims[0] * chunksPerUnit }, box: across },
    down:
      down === 0
        ? { tensor: { from: 0, to: 1 }, box: { from: 0, to: 1 } }
        : { tensor: { from: 0, to: map.dims[down] }, box: { from: start[down], to: start[down] + span(down) } },
  };
}

/** All where there is room for it; else the box and what is round it, moving on by strides so that a dragged box moves. */
function windowOf({ tensor, box }: { tensor: ElementRange; box: ElementRange }, room: number, least: number): Window {
  const low = Math.min(tensor.from, box.from);
  const high = Math.ceil(Math.max(tensor.to, box.to));
  const span = box.to - box.from;
  if (high - low <= Math.max(room, 2 * span)) return { first: low, count: high - low };
  const stride = Math.max(least, Math.ceil(span / 4));
  const first = Math.max(low, Math.floor(box.from / stride - 1) * stride);
  return { first, count: Math.min(high, first + Math.ceil(span) + 3 * stride) - first };
}

const snapDown = (pitch: number): number =>
  pitch >= 6 ? Math.floor(pitch) : pitch >= 2 ? Math.floor(pitch * 2) / 2 : pitch;

export function tensorBoxFrame(records: TensorBoxRecords, view: PictureView): TensorBoxFrame {
  const ranges = rangesOf(records);
  const across = windowOf(ranges.across, 32, 4);
  const down = windowOf(ranges.down, 96, 8);
  const [left, top, right] = [LEFT_PX, TOP_PX, RIGHT_PX].map(px => px * view.textScale);
  const pitchX = snapDown(Math.min(WIDEST_PX, (view.width - left - right) / across.count));
  const pitchY = snapDown(Math.min(HIGHEST_PX, Math.max(LOW_PX, pitchX), view.maxHeight / down.count));
  return {
    plot: { x: left, y: top, width: across.count * pitchX, height: down.count * pitchY },
    ...{ across, down, pitchX, pitchY },
    gap: Math.min(pitchX, pitchY) >= 6 ? 1 : 0,
  };
}

/** The part of a range of both axes that is in sight; without width or height where none is. */
export function boxIn({ plot, across, down, pitchX, pitchY }: TensorBoxFrame, x: ElementRange, y: ElementRange): Box {
  const clamp = (value: number, { first, count }: Window): number => Math.min(first + count, Math.max(first, value));
  const [left, right] = [x.from, x.to].map(value => (clamp(value, across) - across.first) * pitchX);
  const [top, bottom] = [y.from, y.to].map(value => (clamp(value, down) - down.first) * pitchY);
  return { x: plot.x + left, y: plot.y + top, width: right - left, height: bottom - top };
}

/** Row of the box that is cut from a coordinate of the dimension that runs down; null where none is, in this plane. */
export function rowAt({ copy, bytes, down, plane }: TensorBoxRecords, coordinate: number): number | null {
  const coordinates = plane.map((at, dim) => (dim === down ? coordinate : at));
  return boxRowAt(copy, bytes.shape, coordinates.slice(1));
}

/** The other way round; null for a row of another plane. */
export function coordinateOf(records: TensorBoxRecords, row: number): number | null {
  const { copy, bytes, down } = records;
  if (row < 0 || row >= bytes.shape.rows) return null;
  const coordinate = down === 0 ? 0 : rowCoordinates(copy.map, copy.start, row, bytes.shape)[down - 1];
  return rowAt(records, coordinate) === row ? coordinate : null;
}

/** Whether the tensor has this plane: a box may reach out of the tensor. */
export const isPlaneInside = ({ copy, down, plane }: TensorBoxRecords): boolean =>
  plane.every((at, dim) => dim === 0 || dim === down || (at >= 0 && at < copy.map.dims[dim]));

/** Element of a box's row at a byte of the tensor's row; null where the box takes none. */
export function elementAt({ copy, bytes }: TensorBoxRecords, byte: number): number | null {
  const { map, start } = copy;
  const unit = unitBytes(map);
  const index = (Math.floor(byte / unit) - start[0]) / elementStep(map, 0);
  if (!Number.isInteger(index) || index < 0 || index >= bytes.shape.counts[0]) return null;
  const inUnit = byte - Math.floor(byte / unit) * unit;
  return Math.floor((index * unit + inUnit) / ELEMENT_BYTES[map.type]);
}

/** The other way round: first byte of an element of the box, in the tensor's row. */
export function byteOf({ copy }: TensorBoxRecords, element: number): number {
  const { map, start } = copy;
  const unit = unitBytes(map);
  const inBox = element * ELEMENT_BYTES[map.type];
  const index = Math.floor(inBox / unit);
  return (start[0] + index * elementStep(map, 0)) * unit + (inBox - index * unit);
}

/** The chunk that an element of the box is in, as it is drawn; null in another plane. */
export function cellBox(frame: TensorBoxFrame, records: TensorBoxRecords, { row, column }: Cell): Box | null {
  const coordinate = coordinateOf(records, row);
  if (coordinate === null) return null;
  const chunk = Math.floor(byteOf(records, column) / CHUNK_BYTES);
  const { x, y, width, height } = boxIn(
    frame,
    { from: chunk, to: chunk + 1 },
    { from: coordinate, to: coordinate + 1 },
  );
  return { x, y, width: width - frame.gap, height: height - frame.gap };
}

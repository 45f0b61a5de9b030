/** A plane of a tensor with the box in it: what is copied coloured, what is outside hatched, the walk's place ringed. */
import { BANKS, CHUNK_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { unitBytes } from '../../model/tma/box.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { cornerFlag } from '../requests/difference-marks.ts';
import { drawColumnNumbers, drawRowNumbers } from '../scene/axis.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import { type CellGrid, NO_FILL, type Scene } from '../scene/scene.ts';
import type { Theme } from '../theme.ts';
import { isPinned, type PictureView } from '../view.ts';
import {
  BOTTOM_PX,
  boxIn,
  cellBox,
  type ElementRange,
  elementAt,
  isPlaneInside,
  rangesOf,
  rowAt,
  type TensorBoxFrame,
  type TensorBoxPen,
  tensorBoxFrame,
} from './frame.ts';
import type { TensorBoxRecords } from './records.ts';

export function tensorBoxScene(records: TensorBoxRecords, view: PictureView): Scene {
  const frame = tensorBoxFrame(records, view);
  const { plot, pitchX, pitchY, gap } = frame;
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  const grid = tensorBoxGrid(frame, records, view);
  scene.grid({ grid, x: plot.x, y: plot.y, pitchX, pitchY, gapX: gap, gapY: gap });
  drawOutside(pen);
  drawEdges(pen);
  drawDifferences(pen);
  scene.layer();
  drawBox(pen);
  scene.layer();
  drawAxes(pen);
  drawRings(pen);
  return scene.finish(Math.max(view.width, plot.x + plot.width), plot.y + plot.height + BOTTOM_PX);
}

const HATCH_PX = 4;

/** The box without the tensor: to the left and right of it, then above and below. */
function drawOutside({ scene, frame, theme, records }: TensorBoxPen): void {
  const { across, down } = rangesOf(records);
  // A last chunk that the tensor has a part of is drawn whole.
  const { to } = across.tensor;
  const overhang = boxIn(frame, { from: to, to: Math.ceil(to) }, down.tensor);
  if (overhang.width > 0 && overhang.height > 0) scene.rect(overhang, theme.page);
  for (const [x, y] of outsideParts(across, down, isPlaneInside(records))) {
    const box = boxIn(frame, x, y);
    if (box.width > 0 && box.height > 0) scene.hatch(box, theme.page, theme.ink3, HATCH_PX);
  }
}

type Axis = ReturnType<typeof rangesOf>['across'];

function outsideParts(across: Axis, down: Axis, isInside: boolean): [ElementRange, ElementRange][] {
  if (!isInside) return [[across.box, down.box]];
  const both = (axis: Axis): ElementRange => ({
    from: Math.max(axis.box.from, axis.tensor.from),
    to: Math.min(axis.box.to, axis.tensor.to),
  });
  const before = (axis: Axis): ElementRange => ({ from: axis.box.from, to: Math.min(axis.box.to, axis.tensor.from) });
  const after = (axis: Axis): ElementRange => ({ from: Math.max(axis.box.from, axis.tensor.to), to: axis.box.to });
  const parts: [ElementRange, ElementRange][] = [
    [before(across), down.box],
    [after(across), down.box],
    [both(across), before(down)],
    [both(across), after(down)],
  ];
  return parts.filter(([x, y]) => x.to > x.from && y.to > y.from);
}

/** Edges of the tensor that are in sight. */
function drawEdges({ scene, frame, theme, records }: TensorBoxPen): void {
  const { across, down } = rangesOf(records);
  const { x, y, width, height } = boxIn(frame, across.tensor, down.tensor);
  if (width <= 0 || height <= 0) return;
  const isSeen = (at: number, { first, count }: TensorBoxFrame['across']): boolean =>
    at >= first && at <= first + count;
  const style = { width: 1.2 };
  const edge = (from: [number, number], to: [number, number]): void => scene.line(from, to, theme.lineStrong, style);
  if (isSeen(across.tensor.from, frame.across)) edge([x, y], [x, y + height]);
  if (isSeen(across.tensor.to, frame.across)) edge([x + width, y], [x + width, y + height]);
  if (isSeen(down.tensor.from, frame.down)) edge([x, y], [x + width, y]);
  if (isSeen(down.tensor.to, frame.down)) edge([x, y + height], [x + width, y + height]);
}

function drawBox({ scene, frame, theme, records }: TensorBoxPen): void {
  const { across, down } = rangesOf(records);
  const box = boxIn(frame, across.box, down.box);
  const drawn = { ...box, width: box.width - frame.gap, height: box.height - frame.gap };
  scene.ring(drawn, 1.5, { stroke: theme.ink, width: 2, halo: theme.page, haloWidth: 4 });
}

/** Coordinates are longer than the numbers of columns. */
const COORDINATE_ROOM_PX = 34;

/** Coordinates: of elements, or of slices where the tensor is interleaved. */
function drawAxes(pen: TensorBoxPen): void {
  const { plot, across, down, pitchX, pitchY, gap } = pen.frame;
  const perChunk = CHUNK_BYTES / unitBytes(pen.records.copy.map);
  const columns = {
    ...{ count: across.count, start: plot.x, pitch: pitchX, gap, roomPx: COORDINATE_ROOM_PX },
    labelOf: (column: number) => `${Math.floor((across.first + column) * perChunk)}`,
  };
  const rows = {
    ...{ count: down.count, start: plot.y, pitch: pitchY, gap },
    labelOf: (row: number) => `${down.first + row}`,
  };
  drawColumnNumbers(pen, columns, plot.y - 5);
  if (pen.records.down !== 0) drawRowNumbers(pen, rows, plot.x - 5);
}

function drawRings(pen: TensorBoxPen): void {
  const { scene, frame, theme, records, view } = pen;
  const { selection, highlight, playhead } = view;
  const ringed = (cell: PictureView['selection']) => (cell === null ? null : cellBox(frame, records, cell));
  const walked = ringed(walkedCell(records, playhead));
  if (walked !== null) scene.ring(walked, 1, { stroke: theme.accent.ink, width: 2, halo: theme.page, haloWidth: 4 });
  const pinned = ringed(selection);
  if (pinned !== null) pinnedRing(pen, pinned, undefined);
  const pointed = isPinned(highlight, selection) ? null : ringed(highlight?.cell ?? null);
  if (pointed !== null) hoverRing(pen, pointed, undefined);
}

/** First element of the chunk that was copied last; null before the walk, and after it. */
export function walkedCell({ copy, bytes }: TensorBoxRecords, playhead: number): PictureView['selection'] {
  if (playhead < 1 || playhead >= bytes.chunks) return null;
  const row = Math.floor((playhead - 1) / bytes.chunksPerRow);
  const chunk = (playhead - 1) % bytes.chunksPerRow;
  return { row, column: (chunk * CHUNK_BYTES) / ELEMENT_BYTES[copy.map.type] };
}

// The chunks of a plane: what the box takes in the colour of its column, as in shared memory, the rest idle.

/** Opacity in percent of chunks that are not copied yet. */
const PENDING = 28;

interface Entry {
  readonly key: string;
  readonly theme: Theme;
  readonly grid: CellGrid;
}

const newest = new WeakMap<TensorBoxRecords, Entry>();

export function tensorBoxGrid(frame: TensorBoxFrame, records: TensorBoxRecords, view: PictureView): CellGrid {
  const { across, down } = frame;
  const key = [across.first, across.count, down.first, down.count, view.playhead].join();
  const known = newest.get(records);
  if (known !== undefined && known.key === key && known.theme === view.theme) return known.grid;
  const grid = gridOf(frame, records, view);
  newest.set(records, { key, theme: view.theme, grid });
  return grid;
}

function gridOf(
  { across, down }: TensorBoxFrame,
  records: TensorBoxRecords,
  { theme, playhead }: PictureView,
): CellGrid {
  const columns = across.count;
  const rows = down.count;
  const fill = new Uint8Array(columns * rows).fill(NO_FILL);
  const opacity = new Uint8Array(columns * rows).fill(100);
  const { across: x, down: y } = rangesOf(records);
  const idle = theme.banks.length;
  if (isPlaneInside(records)) {
    for (let at = 0; at < fill.length; at++) {
      const chunk = across.first + (at % columns);
      const coordinate = down.first + Math.floor(at / columns);
      if (chunk < 0 || chunk >= x.tensor.to || coordinate < 0 || coordinate >= y.tensor.to) continue;
      const taken = takenChunk(records, chunk, coordinate);
      fill[at] = taken === null ? idle : hueOf(taken % records.bytes.chunksPerRow);
      if (taken !== null && taken >= playhead) opacity[at] = PENDING;
    }
  }
  const palette = [...theme.banks, theme.cellIdle];
  return { columns, rows, palette, fill, opacity, lane: null, bank: null, address: null };
}

/** The second shade stands for its chunk, as in the picture of shared memory. */
const hueOf = (chunk: number): number => ((chunk * (CHUNK_BYTES / WORD_BYTES)) % BANKS) + 1;

/** Number in the walk of a chunk of the plane; null where the box does not take it. */
function takenChunk(records: TensorBoxRecords, chunk: number, coordinate: number): number | null {
  const element = elementAt(records, chunk * CHUNK_BYTES);
  const row = element === null ? null : rowAt(records, coordinate);
  if (element === null || row === null) return null;
  const inRow = Math.floor((element * ELEMENT_BYTES[records.copy.map.type]) / CHUNK_BYTES);
  return row * records.bytes.chunksPerRow + inRow;
}

// Chunks of a tensor's plane that do not hold what a store should have left there.

/** Number in the tensor's memory of the chunk at a byte of the plane's row; null where the tensor has none. */
export function chunkInTensor(records: TensorBoxRecords, byte: number, coordinate: number): number | null {
  const { map } = records.copy;
  const { down } = rangesOf(records);
  const isInside = byte >= 0 && byte < map.dims[0] * unitBytes(map) && coordinate >= 0 && coordinate < down.tensor.to;
  if (!isInside || !isPlaneInside(records)) return null;
  const offset = map.stridesBytes.reduce(
    (sum, stride, i) => sum + stride * (i + 1 === records.down ? coordinate : records.plane[i + 1]),
    byte,
  );
  return Math.floor(offset / CHUNK_BYTES);
}

/** Smaller cells have no room for a flag. */
const FLAGGED_PX = 5;

function drawDifferences(pen: TensorBoxPen): void {
  const { frame, records } = pen;
  const { across, down, pitchX, pitchY, gap } = frame;
  if (!records.other || Math.min(pitchX, pitchY) < FLAGGED_PX) return;
  for (let y = down.first; y < down.first + down.count; y++)
    for (let x = across.first; x < across.first + across.count; x++) {
      const chunk = chunkInTensor(records, x * CHUNK_BYTES, y);
      if (chunk === null || !records.other.holds.has(chunk)) continue;
      const box = boxIn(frame, { from: x, to: x + 1 }, { from: y, to: y + 1 });
      cornerFlag(pen, { ...box, width: box.width - gap, height: box.height - gap });
    }
}

/** A plane of a tensor with the box in it: what is copied coloured, what is outside hatched, the walk's place ringed. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { unitBytes } from '../../model/tma/box.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { drawColumnNumbers, drawRowNumbers } from '../scene/axis.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import { isPinned, type PictureView } from '../view.ts';
import { tensorBoxGrid } from './cells.ts';
import { drawDifferences } from './differences.ts';
import {
  BOTTOM_PX,
  boxIn,
  cellBox,
  type ElementRange,
  isPlaneInside,
  rangesOf,
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

/** Ends of the tensor, where they are in sight: beyond the others it goes on. */
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

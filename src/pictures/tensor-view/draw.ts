/** Tensor view: a block's elements as a grid within grids, each in the colour of the bank that holds its first word. */
import { cellStart, type NestedTrack, runLength } from '../nested-track.ts';
import type { TensorViewRecords } from '../permute/records.ts';
import { picturePen } from '../scene/pen.ts';
import type { PlacedGrid, Scene } from '../scene/scene.ts';
import type { PictureView } from '../view.ts';
import { drawTensorAxes } from './axes.ts';
import { type TensorCells, tensorCells } from './cells.ts';
import { drawTensorDifferences } from './differences.ts';
import { type TensorFrame, type TensorViewPen, tensorFrame, tensorSize } from './frame.ts';
import { drawTensorHighlight } from './highlight.ts';
import { drawTensorLabels } from './labels.ts';
import { elementsPath } from './places.ts';

export function tensorViewScene(records: TensorViewRecords, view: PictureView): Scene {
  const frame = tensorFrame(records, view);
  const cells = tensorCells(records, frame, view.theme);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  scene.layer(frame.plot);
  for (const grid of placedRuns(frame, cells)) scene.grid(grid);
  drawGuides(pen);
  // Outlines may run a few pixels over the plot's edge, so only a zoomed picture is cut off there.
  scene.layer(view.zoom.k === 1 ? null : frame.plot);
  drawRequest(pen, cells);
  drawTensorDifferences(pen);
  drawTensorHighlight(pen, cells);
  scene.layer(frame.plot);
  drawTensorLabels(pen, cells);
  scene.layer();
  drawTensorAxes(pen);
  const size = tensorSize(frame, view);
  return scene.finish(size.width, size.height);
}

/** The runs of cells in sight, at their place. */
function* placedRuns(frame: TensorFrame, { grids }: TensorCells): Generator<PlacedGrid> {
  const { rows, columns, plot } = frame;
  const [width, height] = [runLength(columns) * columns.pitch, runLength(rows) * rows.pitch];
  const perRow = columns.count / runLength(columns);
  for (const [i, grid] of grids.entries()) {
    const x = frame.x + cellStart(columns, (i % perRow) * runLength(columns));
    const y = frame.y + cellStart(rows, Math.floor(i / perRow) * runLength(rows));
    const isOutside = x > plot.x + plot.width || x + width < plot.x;
    if (isOutside || y > plot.y + plot.height || y + height < plot.y) continue;
    const pitches = { pitchX: width / grid.columns, pitchY: height / grid.rows };
    yield { grid, x, y, ...pitches, gapX: columns.cellGap, gapY: rows.cellGap };
  }
}

/** Small cells have no gaps: a thin line every 8 keeps long runs countable. */
function drawGuides({ scene, frame, theme }: TensorViewPen): void {
  const { plot, rows, columns } = frame;
  const style = { width: 0.75, opacity: 0.7 };
  for (const at of guides(columns)) {
    const x = frame.x + at;
    scene.line([x, plot.y], [x, plot.y + plot.height], theme.page, style);
  }
  for (const at of guides(rows)) {
    const y = frame.y + at;
    scene.line([plot.x, y], [plot.x + plot.width, y], theme.page, style);
  }
}

function* guides(track: NestedTrack): Generator<number> {
  if (track.cellGap > 0 || track.pitch < 2 || runLength(track) <= 8) return;
  for (let cell = 8; cell < track.count; cell += 8) yield cellStart(track, cell);
}

function drawRequest({ scene, frame, theme, records }: TensorViewPen, { laneOf }: TensorCells): void {
  const touched = [...laneOf.keys()].filter(element => laneOf[element] >= 0);
  const d = elementsPath(frame, records.block, touched, 1);
  if (d !== '') scene.path(d, { stroke: theme.accent.ink, width: 2, halo: theme.page, haloWidth: 4.4 });
}

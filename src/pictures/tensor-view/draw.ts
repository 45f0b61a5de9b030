/** Tensor view: a block's elements as a grid within grids, each in the colour of the bank that holds its first word. */

import { WORD_BYTES } from '../../base/hardware.ts';
import { elementsOf } from '../../model/permute/block.ts';
import { bankOf } from '../address-text.ts';
import { cellStart, type NestedTrack, runLength } from '../nested-track.ts';
import { elementAddress } from '../permute/block-element-text.ts';
import { numberOn } from '../permute/block-elements.ts';
import { touchedElements } from '../permute/block-request.ts';
import type { TensorViewRecords } from '../permute/records.ts';
import type { Request } from '../records.ts';
import { cornerFlag, predictedOutline } from '../requests/difference-marks.ts';
import { laneDifferences } from '../requests/lane-differences.ts';
import { cellFill, tilePalette } from '../requests/tile-cells.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { PlacedGrid, Scene } from '../scene/scene.ts';
import { type Box, isPinned, type PictureView } from '../view.ts';
import { drawTensorAxes } from './axes.ts';
import { type TensorCells, tensorCells } from './cells.ts';
import { type TensorFrame, type TensorViewPen, tensorCellBox, tensorFrame, tensorSize } from './frame.ts';
import { elementBox, elementIn, elementsPath } from './places.ts';

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

// Marks differences on the tensor view: predicted elements with a dashed outline, emulated elements with a flag.

/** Cells of fewer pixels hold no flag that could be told from its neighbour's. */
const FLAGGED_PX = 5;

function drawTensorDifferences(pen: TensorViewPen): void {
  const { scene, frame, theme } = pen;
  const { block, request, predicted = null } = pen.records;
  const lanes = laneDifferences(request, predicted).map(({ lane }) => lane);
  if (lanes.length === 0) return;
  const elementsAt = (of: Request | null): number[] => {
    const touched = touchedElements(block, of);
    return lanes.map(lane => touched[lane]).filter(element => element >= 0);
  };
  const d = elementsPath(frame, block, elementsAt(predicted), 0);
  if (d !== '') scene.path(d, predictedOutline(theme, false));
  if (frame.pitch < FLAGGED_PX) return;
  for (const element of elementsAt(request)) cornerFlag(pen, elementBox(frame, block, element));
}

// Draws on the tensor view: the pin, and the highlight of any picture, an element or a bank.

function drawTensorHighlight(pen: TensorViewPen, { laneOf }: TensorCells): void {
  const { frame, theme, records, view } = pen;
  const { block, colourBy } = records;
  const { selection, highlight } = view;
  const fillOf = (element: number): string => {
    const address = elementAddress(block, element);
    const lane = laneOf[element];
    return tilePalette(theme)[address === null ? cellFill('lane', 0, lane) : cellFill(colourBy, address, lane)];
  };
  const pinned = elementIn(block, selection && { cell: selection, bank: null });
  if (pinned !== null) pinnedRing(pen, elementBox(frame, block, pinned), fillOf(pinned));
  if (isPinned(highlight, selection)) return;
  const element = elementIn(block, highlight);
  if (element !== null) {
    const address = elementAddress(block, element);
    const tag = { lane: laneOf[element], ...(address === null ? {} : { address, bank: bankOf(address) }) };
    hoverRing(pen, elementBox(frame, block, element), fillOf(element), tag);
  } else if (highlight?.cell === null && highlight.bank !== null) drawBank(pen, highlight.bank);
}

/** Above this many cells an outline would be a haze of lines. */
const OUTLINED_CELLS = 4096;

function drawBank({ scene, frame, theme, records: { block } }: TensorViewPen, bank: number): void {
  const count = elementsOf(block.move.modes);
  if (count > OUTLINED_CELLS) return;
  const words = Math.max(1, block.move.elementBytes / WORD_BYTES);
  const isThere = (element: number): boolean => {
    const address = elementAddress(block, element);
    return address !== null && bank >= bankOf(address) && bank < bankOf(address) + words;
  };
  const elements = Array.from({ length: count }, (_, element) => element).filter(isThere);
  const d = elementsPath(frame, block, elements, 0);
  if (d !== '') scene.path(d, { stroke: theme.ink, width: 1.5, halo: theme.page, haloWidth: 3 });
}

// Numbers in the cells of a tensor view that are large enough.

const NUMBER_PX = 20;
const TWO_LINES_PX = 34;
const HIT_NUMBER_PX = 14;

function drawTensorLabels(pen: TensorViewPen, { laneOf, byRow, byColumn }: TensorCells): void {
  const { frame } = pen;
  if (frame.pitch < HIT_NUMBER_PX) return;
  const { plot } = frame;
  for (let row = 0; row < byRow.length; row++)
    for (let column = 0; column < byColumn.length; column++) {
      const element = byRow[row] + byColumn[column];
      const box = tensorCellBox(frame, row, column);
      const isInSight =
        box.x < plot.x + plot.width &&
        box.x + box.width > plot.x &&
        box.y < plot.y + plot.height &&
        box.y + box.height > plot.y;
      if (isInSight && (laneOf[element] >= 0 || frame.pitch >= NUMBER_PX))
        drawLabel(pen, box, { element, lane: laneOf[element] });
    }
}

function drawLabel(
  { scene, frame: { pitch }, theme, records }: TensorViewPen,
  box: Box,
  { element, lane }: { readonly element: number; readonly lane: number },
): void {
  const { block, shown, colourBy } = records;
  const x = box.x + box.width / 2;
  const middle = box.y + box.height / 2;
  const ink = colourBy === 'bank' || colourBy === 'chunk' ? theme.label : theme.ink;
  const twoLines = pitch >= TWO_LINES_PX;
  const size = twoLines ? 12 : pitch >= NUMBER_PX ? 11 : 10;
  const style = { size, anchor: 'middle' } as const;
  scene.text(x, middle + (twoLines ? -1 : size * 0.36), labelText(records, element, lane), ink, style);
  if (!twoLines) return;
  const number = numberOn(shown === 'input' ? 'store' : 'load', block.move, element);
  scene.text(x, middle + 12, `#${number}`, ink, { size: 10, anchor: 'middle' });
}

/** Number that the colour stands for; without shared memory, the lane. */
function labelText({ block, colourBy }: TensorViewRecords, element: number, lane: number): string {
  const address = elementAddress(block, element);
  if (address === null || colourBy === 'lane') return lane < 0 ? '' : `${lane}`;
  if (colourBy === 'offset') return `${(address - block.baseBytes) / block.move.elementBytes}`;
  return `${colourBy === 'bank' ? bankOf(address) : bankOf(address) >> 2}`;
}

/** Output grid: the result matrix, each element right, wrong or never written. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import { ELEMENT_RIGHT, ELEMENT_UNWRITTEN, ELEMENT_WRONG, type OutputGridRecords } from '../records.ts';
import { drawGridAxes, drawGuides } from '../scene/axis.ts';
import {
  cellBox,
  frameSize,
  type GridFrame,
  gridFrame,
  placedGrid,
  visibleColumns,
  visibleRows,
} from '../scene/grid-frame.ts';
import { type PicturePen, picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import { type CellGrid, NO_FILL, type Scene } from '../scene/scene.ts';
import type { Theme } from '../theme.ts';
import { isPinned, type PictureView } from '../view.ts';

export type OutputGridPen = PicturePen<GridFrame, OutputGridRecords>;

export const outputGridFrame = ({ columns, rows }: OutputGridRecords, view: PictureView): GridFrame =>
  gridFrame(columns, 0, rows, view);

export function outputGridScene(records: OutputGridRecords, view: PictureView): Scene {
  const frame = outputGridFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  scene.layer(frame.plot).grid(placedGrid(frame, stateCells(records, frame, view.theme)));
  drawUnwritten(pen);
  drawGuides(pen);
  drawWrongMarks(pen);
  scene.layer(view.zoom.k === 1 ? null : frame.plot);
  drawHighlight(pen);
  scene.layer();
  drawGridAxes(pen);
  const size = frameSize(frame, view);
  return scene.finish(size.width, size.height);
}

function drawHighlight(pen: OutputGridPen): void {
  const { frame, theme, records, view } = pen;
  const { selection, highlight } = view;
  const fillOf = ({ row, column }: Cell): string => stateFill(theme, records.states[row * records.columns + column]);
  if (selection !== null && isInside(records, selection))
    pinnedRing(pen, cellBox(frame, selection.row, selection.column), fillOf(selection));
  const at = highlight?.cell;
  if (at && !isPinned(highlight, selection) && isInside(records, at))
    hoverRing(pen, cellBox(frame, at.row, at.column), fillOf(at));
}

export const isInside = ({ states, columns }: OutputGridRecords, { row, column }: Cell): boolean =>
  column < columns && row * columns + column < states.length;

function stateFill(theme: Theme, state: number): string {
  if (state === ELEMENT_WRONG) return theme.conflict.ink;
  return state === ELEMENT_UNWRITTEN ? theme.page : theme.cellIdle;
}

/** State of a block with elements in several states: the worst one; `NO_FILL` if it has no element. */
const SEVERITY = { [ELEMENT_RIGHT]: 0, [ELEMENT_UNWRITTEN]: 1, [ELEMENT_WRONG]: 2 } as const;

function worstOf(
  { states, columns, rows }: OutputGridRecords,
  firstRow: number,
  firstColumn: number,
  block: number,
): number {
  let worst = NO_FILL;
  for (let row = firstRow; row < Math.min(rows, firstRow + block); row++)
    for (let column = firstColumn; column < Math.min(columns, firstColumn + block); column++) {
      const state = states[row * columns + column];
      if (state === undefined) continue;
      if (worst === NO_FILL || SEVERITY[state as 0 | 1 | 2] > SEVERITY[worst as 0 | 1 | 2]) worst = state;
    }
  return worst;
}

function stateCells(records: OutputGridRecords, frame: GridFrame, theme: Theme): CellGrid {
  const x = visibleColumns(frame);
  const y = visibleRows(frame);
  const columns = Math.ceil(x.count / frame.block);
  const rows = Math.ceil(y.count / frame.block);
  const fill = new Uint8Array(columns * rows);
  for (let i = 0; i < fill.length; i++) {
    const row = y.first + Math.floor(i / columns) * frame.block;
    const column = x.first + (i % columns) * frame.block;
    const state = worstOf(records, row, column, frame.block);
    // Single elements that were not written are drawn dotted; a block of cells has room only for a tone.
    fill[i] = state === ELEMENT_UNWRITTEN && frame.block === 1 ? NO_FILL : state;
  }
  const palette = [theme.cellIdle, theme.conflict.ink, theme.lineStrong];
  return { columns, rows, palette, fill, opacity: null, lane: null, bank: null, address: null };
}

/** Runs of unwritten elements as dotted areas; from 6 px on, each with its own border. */
function drawUnwritten(pen: OutputGridPen): void {
  const { scene, frame, theme } = pen;
  const { states, columns } = pen.records;
  if (frame.block > 1) return;
  const x = visibleColumns(frame);
  const y = visibleRows(frame);
  for (let row = y.first; row < y.first + y.count; row++) {
    let run = 0;
    for (let column = x.first; column <= x.first + x.count; column++) {
      const isUnwritten = column < x.first + x.count && states[row * columns + column] === ELEMENT_UNWRITTEN;
      if (isUnwritten && frame.gap > 0) drawDottedCell(pen, row, column);
      else if (isUnwritten) run++;
      else if (run > 0) {
        const first = cellBox(frame, row, column - run);
        scene.hatch({ ...first, width: run * frame.pitch }, theme.page, theme.lineStrong, 2, true);
        run = 0;
      }
    }
  }
}

function drawDottedCell({ scene, frame, theme }: OutputGridPen, row: number, column: number): void {
  const { x, y, width, height } = cellBox(frame, row, column);
  const box = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 };
  scene.ring(box, 0, { stroke: theme.lineStrong, width: 1, dash: [1, 2] });
}

const CROSS_PX = 14;

/** A cross on wrong elements that are large enough: colour never stands alone. */
function drawWrongMarks({ scene, frame, theme, records: { states, columns } }: OutputGridPen): void {
  if (frame.pitch < CROSS_PX) return;
  const x = visibleColumns(frame);
  const y = visibleRows(frame);
  const arm = frame.pitch * 0.18;
  for (let row = y.first; row < y.first + y.count; row++)
    for (let column = x.first; column < x.first + x.count; column++) {
      if (states[row * columns + column] !== ELEMENT_WRONG) continue;
      const box = cellBox(frame, row, column);
      const cx = box.x + box.width / 2;
      const cy = box.y + box.height / 2;
      scene.line([cx - arm, cy - arm], [cx + arm, cy + arm], theme.page, { width: 1.5 });
      scene.line([cx - arm, cy + arm], [cx + arm, cy - arm], theme.page, { width: 1.5 });
    }
}

/** Thread-value picture: the matrix of a fragment, in each cell the thread that holds it and in which value. */
import { BANKS, LANES } from '../../base/hardware.ts';
import { type Fragment, type Holder, holdersOf } from '../../model/layout-steps/fragments.ts';
import { bankOf } from '../address-text.ts';
import type { ThreadValueRecords } from '../records.ts';
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
import type { SceneBuilder } from '../scene/scene-builder.ts';
import { type Box, isPinned, type PictureView } from '../view.ts';

export type ThreadValuePen = PicturePen<GridFrame, ThreadValueRecords>;

const kept = new WeakMap<Fragment, readonly (readonly Holder[])[]>();

/** Holders of each element, row by row. */
export function holdersIn(fragment: Fragment): readonly (readonly Holder[])[] {
  const known = kept.get(fragment) ?? holdersOf(fragment);
  kept.set(fragment, known);
  return known;
}

export const threadValueFrame = ({ fragment }: ThreadValueRecords, view: PictureView): GridFrame =>
  gridFrame(fragment.columns, 0, fragment.rows, view);

export function threadValueScene(records: ThreadValueRecords, view: PictureView): Scene {
  const frame = threadValueFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  scene.layer(frame.plot).grid(placedGrid(frame, cellsOf(records, frame, view)));
  drawNames(pen);
  drawGuides(pen);
  drawWarps(pen);
  scene.layer(view.zoom.k === 1 ? null : frame.plot);
  drawHighlight(pen);
  scene.layer();
  drawGridAxes(pen);
  const { width, height } = frameSize(frame, view);
  return scene.finish(width, height);
}

function cellsOf({ fragment, addressOf }: ThreadValueRecords, frame: GridFrame, { theme }: PictureView): CellGrid {
  const [x, y] = [visibleColumns(frame), visibleRows(frame)];
  const columns = Math.ceil(x.count / frame.block);
  const rows = Math.ceil(y.count / frame.block);
  const holders = holdersIn(fragment);
  const fill = Uint8Array.from({ length: columns * rows }, (_, i) => {
    const row = y.first + Math.floor(i / columns) * frame.block;
    const element = row * fragment.columns + x.first + (i % columns) * frame.block;
    if (addressOf !== null) return bankOf(addressOf(element));
    return holders[element].length === 0 ? NO_FILL : holders[element][0].thread % BANKS;
  });
  return { columns, rows, palette: theme.banks, fill, opacity: null, lane: null, bank: null, address: null };
}

const ONE_LINE_PX = 20;
const TWO_LINES_PX = 30;

/** 'T5' over 'V2'; the thread's number alone in small cells. */
function drawNames({ scene, frame, theme, records: { fragment } }: ThreadValuePen): void {
  if (frame.pitch < ONE_LINE_PX) return;
  const holders = holdersIn(fragment);
  const [x, y] = [visibleColumns(frame), visibleRows(frame)];
  for (let row = y.first; row < y.first + y.count; row++)
    for (let column = x.first; column < x.first + x.count; column++)
      drawName(scene, cellBox(frame, row, column), holders[row * fragment.columns + column], theme.label);
}

/** The first holder, with a + if there are more; nothing if there is none. */
function drawName(scene: SceneBuilder, box: Box, holders: readonly Holder[], ink: string): void {
  if (holders.length === 0) return;
  const [{ thread, value }] = holders;
  const name = holders.length === 1 ? `${thread}` : `${thread}+`;
  const [x, middle] = [box.x + box.width / 2, box.y + box.height / 2];
  if (box.width + 1 < TWO_LINES_PX) {
    scene.text(x, middle + 3.6, name, ink, { size: 10, anchor: 'middle' });
    return;
  }
  scene.text(x, middle - 1, `T${name}`, ink, { size: 11, weight: 600, anchor: 'middle' });
  scene.text(x, middle + 11, `V${value}`, ink, { size: 10, anchor: 'middle' });
}

const warpOf = (holders: readonly Holder[] | undefined): number =>
  holders === undefined || holders.length !== 1 ? -1 : Math.floor(holders[0].thread / LANES);

/** Whether rows are of different warps somewhere: colours alone say only the lane. */
export const hasWarps = ({ fragment }: ThreadValueRecords): boolean =>
  !fragment.fromShared && holdersIn(fragment).some(holders => warpOf(holders) > 0);

/** A line where another warp begins. */
function drawWarps({ scene, frame, theme, records }: ThreadValuePen): void {
  if (!hasWarps(records)) return;
  const { columns } = records.fragment;
  const holders = holdersIn(records.fragment);
  const rows = visibleRows(frame);
  for (let row = Math.max(1, rows.first); row < rows.first + rows.count; row++) {
    if (warpOf(holders[row * columns]) === warpOf(holders[(row - 1) * columns])) continue;
    const y = frame.y + row * frame.pitch - frame.gap / 2;
    scene.line([frame.plot.x, y], [frame.plot.x + frame.plot.width, y], theme.ink, { width: 2 });
  }
}

/** Draws the highlight, with everything that the same thread holds. */
function drawHighlight(pen: ThreadValuePen): void {
  const { frame } = pen;
  const { fragment } = pen.records;
  const { selection, highlight } = pen.view;
  const at = highlight?.cell ?? selection;
  if (at === null || at.row >= fragment.rows || at.column >= fragment.columns) return;
  const holders = holdersIn(fragment);
  const own = holders[at.row * fragment.columns + at.column];
  if (own.length === 1)
    for (const [element, [holder]] of holders.entries()) {
      const column = element % fragment.columns;
      if (holder?.thread === own[0].thread)
        hoverRing(pen, cellBox(frame, (element - column) / fragment.columns, column), undefined);
    }
  const ring = isPinned(highlight, selection) || highlight === null ? pinnedRing : hoverRing;
  ring(pen, cellBox(frame, at.row, at.column), undefined);
}

/** Coalescing picture: each lane's bytes against the 32-byte sectors that memory must move for them. */
import { LANES, SECTOR_BYTES } from '../../base/hardware.ts';
import type { CoalescingRecords } from '../records.ts';
import { isActive } from '../requests/request-cells.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import { degreeFill } from '../theme.ts';
import { type Highlight, isPinned, type PictureView } from '../view.ts';
import { drawAxes, drawCounts, FOOT_PX } from './axes.ts';
import {
  bytesBox,
  type CoalescingFrame,
  type CoalescingPen,
  coalescingFrame,
  isBreak,
  laneBoxes,
  laneY,
  STRIP_PX,
  sectorBox,
  sectorIndexOf,
} from './frame.ts';
import { byteRuns, wasteOf } from './sectors.ts';

/** Row of a highlight that means a sector: its column is the sector's index. Rows below are lanes. */
export const SECTOR_ROW = LANES;

export function coalescingScene(records: CoalescingRecords, view: PictureView): Scene {
  const frame = coalescingFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawGround(pen);
  drawStrip(pen);
  scene.layer();
  drawShared(pen);
  drawLanes(pen);
  scene.layer();
  drawHighlight(pen);
  drawAxes(pen);
  drawCounts(pen);
  return scene.finish(Math.max(view.width, frame.right), frame.bottom + FOOT_PX * view.textScale);
}

/** One column per sector, cut into the rows of the lanes; dots where memory is left out. */
function drawGround(pen: CoalescingPen): void {
  const { scene, frame, theme } = pen;
  const { sectorX, sectorPx, lanesY, bottom, fetch } = frame;
  sectorX.forEach((x, i) => {
    scene.rect({ x, y: lanesY, width: sectorPx, height: bottom - lanesY - frame.gapY }, theme.cellIdle, {
      address: fetch.sectors[i].byteAddress,
    });
    if (isBreak(fetch, i)) drawBreak(pen, i, theme.ink3);
  });
  if (frame.gapY === 0) return;
  for (let lane = 1; lane < LANES; lane++) {
    const y = laneY(frame, lane) - frame.gapY / 2;
    scene.line([frame.x, y], [frame.right, y], theme.page);
  }
}

const DOTS = 3;

function drawBreak({ scene, frame: { sectorX, sectorPx, stripY } }: CoalescingPen, i: number, ink: string): void {
  const left = sectorX[i - 1] + sectorPx;
  const gap = sectorX[i] - left;
  for (let dot = 0; dot < DOTS; dot++)
    if (gap >= 2 * DOTS) scene.dot(left + (gap * (dot + 1)) / (DOTS + 1), stripY + 7, 0.8, ink);
}

/** Each sector as memory moves it: bytes asked for are filled, the rest is hatched, and warm where it is waste. */
function drawStrip({ scene, frame, theme }: CoalescingPen): void {
  const isThin = frame.sectorPx < 10;
  frame.fetch.sectors.forEach((sector, i) => {
    const box = sectorBox(frame, i);
    const waste = wasteOf(frame.fetch, sector);
    scene.hatch(box, waste < 2 ? theme.page : degreeFill(theme, waste), theme.ink3, frame.sectorPx < 24 ? 3 : 4);
    const fill = theme.degree.mark;
    const tag = { address: sector.byteAddress, lane: sector.lanes[0] };
    for (const run of byteRuns(sector.usedMask)) {
      // Of one layer, only outlines and what follows them lie above its hatches.
      if (run.isUsed) scene.ring(bytesBox(frame, i, run, box), 0, { stroke: fill, width: 0, fill }, tag);
    }
    scene.ring(box, 1, { stroke: isThin ? theme.ink3 : theme.ink2, width: isThin ? 0.75 : 1.1 });
  });
}

const DOT_PITCH_PX = 2.6;

/** In the strip, a dot for every further lane on the same bytes, as many as fit; below, a line that joins the lanes. */
function drawShared({ scene, frame, theme, records: { access } }: CoalescingPen): void {
  const middle = frame.pitchY / 2;
  for (const { byteAddress, lanes } of frame.fetch.shared) {
    const sector = sectorIndexOf(frame.fetch, byteAddress);
    const bytes = { first: byteAddress % SECTOR_BYTES, count: access.widthBytes };
    const box = bytesBox(frame, sector, bytes, { y: 0, height: 0 });
    const x = box.x + box.width / 2;
    const last = lanes[lanes.length - 1];
    scene.line([x, laneY(frame, lanes[0]) + middle], [x, laneY(frame, last) + middle], theme.ink3);
    const dots = Math.min(lanes.length - 1, Math.floor((box.width - 1) / DOT_PITCH_PX));
    for (let dot = 0; dot < dots; dot++)
      scene.dot(x + (dot - (dots - 1) / 2) * DOT_PITCH_PX, frame.stripY + STRIP_PX / 2, 0.9, theme.label);
  }
}

function drawLanes({ scene, frame, theme, records }: CoalescingPen): void {
  for (let lane = 0; lane < LANES; lane++) {
    if (!isActive(records.access, lane)) {
      const box = { x: frame.x, y: laneY(frame, lane), width: frame.right - frame.x, height: frame.pitchY };
      scene.rect(box, theme.page, { opacity: 0.7 });
      continue;
    }
    const tag = { lane, address: records.access.address[lane] };
    for (const box of laneBoxes(frame, records, lane))
      scene.rect(box, theme.degree.mark, { radius: Math.min(1, box.width / 4), ...tag });
  }
}

function drawHighlight(pen: CoalescingPen): void {
  const { frame, records } = pen;
  const { highlight, selection } = pen.view;
  const pinned: Highlight = selection === null ? null : { cell: selection, bank: null };
  for (const box of highlightBoxes(frame, records, pinned)) pinnedRing(pen, box, undefined);
  if (isPinned(highlight, selection)) return;
  for (const box of highlightBoxes(frame, records, highlight)) hoverRing(pen, box, undefined);
}

/** A lane is its bytes; a sector is itself and the bytes of its lanes. */
export function highlightBoxes(frame: CoalescingFrame, records: CoalescingRecords, highlight: Highlight) {
  const cell = highlight?.cell;
  if (!cell) return [];
  if (cell.row < SECTOR_ROW) return isActive(records.access, cell.row) ? laneBoxes(frame, records, cell.row) : [];
  return cell.column < frame.sectorX.length ? [sectorBox(frame, cell.column)] : [];
}

/** Coalescing picture: each lane's bytes against the 32-byte sectors that memory must move for them. */
import { LANES, LINE_BYTES, SECTOR_BYTES } from '../../base/hardware.ts';
import type { CoalescingRecords } from '../records.ts';
import { isActive } from '../requests/request-cells.ts';
import { indexTicks } from '../scene/axis.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import { textPx } from '../scene/text-metrics.ts';
import { degreeFill } from '../theme.ts';
import { type Highlight, isPinned, type PictureView } from '../view.ts';
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
import { byteRuns, lineAddressOf, wasteOf } from './sectors.ts';

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
  const end = drawCounts(pen);
  return scene.finish(Math.max(view.width, frame.right), end);
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
      // Within one layer, only outlines and later shapes lie above its hatches.
      if (run.isUsed) scene.ring(bytesBox(frame, i, run, box), 0, { stroke: fill, width: 0, fill }, tag);
    }
    scene.ring(box, 1, { stroke: isThin ? theme.ink3 : theme.ink2, width: isThin ? 0.75 : 1.1 });
  });
}

const DOT_PITCH_PX = 2.6;

/**
 * In the strip, draws a dot for every further lane on the same bytes, as many as fit; below it, a line that joins the
 * lanes.
 */
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

// Round a coalescing picture: lane numbers, addresses of lanes and lines, and how many sectors were fetched for how few.

/** Advance of a 10 px monospace character. */
const LABEL_GAP_PX = 8;

function drawAxes(pen: CoalescingPen): void {
  const { scene, frame, theme, textScale } = pen;
  const { access } = pen.records;
  drawLines(pen, theme.ink3, theme.lineStrong);
  const rows = indexTicks(LANES, Math.min(frame.pitchY, 13), 12 * textScale);
  const isEveryRow = frame.pitchY >= 10 * textScale;
  const y = (lane: number): number => laneY(frame, lane) + frame.pitchY / 2 + 3 * textScale;
  for (const lane of rows) scene.text(frame.x - 5, y(lane), `${lane}`, theme.ink3, { anchor: 'end' });
  for (let lane = 0; lane < LANES; lane++) {
    if (!isEveryRow && !rows.includes(lane)) continue;
    const text = isActive(access, lane) ? frame.offsetText(access.address[lane]) : '—';
    scene.text(frame.right + 5, y(lane), text, theme.ink3, { mono: true });
  }
}

/** A bracket over the sectors of each 128-byte line, and the first sector's address where there is room for it. */
function drawLines(
  { scene, frame: { fetch, sectorX, sectorPx, bracketY, offsetText }, textScale }: CoalescingPen,
  ink: string,
  stroke: string,
): void {
  let free = Number.NEGATIVE_INFINITY;
  for (const [i, { byteAddress }] of fetch.sectors.entries()) {
    const line = lineAddressOf(byteAddress);
    if (i > 0 && lineAddressOf(fetch.sectors[i - 1].byteAddress) === line) continue;
    const last = fetch.sectors.findLastIndex(sector => sector.byteAddress < line + LINE_BYTES);
    const [left, right] = [sectorX[i], sectorX[last] + sectorPx];
    scene.line([left, bracketY + 1.5], [right, bracketY + 1.5], stroke, { width: 1.5 });
    if (left < free) continue;
    const text = offsetText(byteAddress);
    scene.text(left, bracketY - 4, text, ink, { mono: true });
    free = left + textPx(text, 10 * textScale, 'mono') + LABEL_GAP_PX * textScale;
  }
}

const ROW_PX = 15;
const TOP_PX = 8;
const BOTTOM_PX = 2;
const NAME_PX = 48;
const NUMBER_PX = 40;
const SQUARE_PX = { greatest: 9, gap: 1.5, high: 8 };
/** The scale of the squares: 32 sectors, the most that aligned lanes can ask for. */
const FULL_SCALE = LANES;

/** Sectors fetched and the least there could be, a square each, on one scale. Returns where the counts end. */
function drawCounts({ scene, frame, theme, textScale, view }: CoalescingPen): number {
  const { width } = view;
  const { sectors, ideal, usedBytes } = frame.fetch;
  const share = sectors.length === 0 ? 0 : (100 * usedBytes) / (sectors.length * 32);
  const top = frame.bottom + TOP_PX * textScale;
  const excess = degreeFill(theme, Math.max(2, sectors.length / Math.max(1, ideal)));
  const fillOf = (i: number): string => (i < ideal ? theme.degree.mark : excess);
  const row = { x: frame.x, width, textScale };
  drawCount(scene, { ...row, y: top, name: 'fetched', of: sectors.length, fillOf, ink: theme.ink });
  const second = { ...row, y: top + ROW_PX * textScale, name: 'ideal', of: ideal };
  const right = drawCount(scene, { ...second, fillOf: () => theme.degree.mark, ink: theme.ink });
  const used = `${share.toFixed(share === 100 ? 0 : 1)} % of bytes asked for`;
  const isBeside = right + textPx(used, 10 * textScale) <= width;
  const usedY = isBeside ? second.y : second.y + ROW_PX * textScale;
  scene.text(width, usedY + 8 * textScale, used, theme.ink3, { anchor: 'end' });
  return usedY + (ROW_PX + BOTTOM_PX) * textScale;
}

interface CountRow {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly textScale: number;
  readonly name: string;
  readonly of: number;
  readonly ink: string;
  readonly fillOf: (i: number) => string;
}

/** Returns the right end of the row. */
function drawCount(scene: SceneBuilder, { x, y, width, textScale, name, of, ink, fillOf }: CountRow): number {
  const left = x + NAME_PX * textScale;
  const room = width - left - NUMBER_PX * textScale;
  const pitch = Math.min(SQUARE_PX.greatest, room / Math.max(FULL_SCALE, of));
  const baseline = y + 8 * textScale;
  scene.text(x, baseline, name, ink);
  for (let i = 0; i < of; i++) {
    const box = { x: left + i * pitch, y, width: pitch - SQUARE_PX.gap, height: SQUARE_PX.high };
    scene.rect(box, fillOf(i), { radius: 1 });
  }
  const number = left + of * pitch + 4;
  scene.text(number, baseline, `${of}`, ink, { weight: 700 });
  return number + textPx(`${of}`, 10 * textScale, 'bold');
}

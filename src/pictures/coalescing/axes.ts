/** Round a coalescing picture: lane numbers, addresses of lanes and lines, and how many sectors were fetched for how few. */

import { LANES, LINE_BYTES } from '../../base/hardware.ts';
import { isActive } from '../requests/request-cells.ts';
import { indexTicks } from '../scene/axis.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import { textPx } from '../scene/text-metrics.ts';
import { degreeFill } from '../theme.ts';
import { type CoalescingPen, laneY } from './frame.ts';
import { lineAddressOf } from './sectors.ts';

/** Advance of a 10 px monospace character. */
const LABEL_GAP_PX = 8;

export function drawAxes(pen: CoalescingPen): void {
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
/** What the counts need below the lanes, before text is scaled. */
export const FOOT_PX = TOP_PX + 2 * ROW_PX + 2;
const NAME_PX = 48;
const NUMBER_PX = 40;
const SQUARE_PX = { greatest: 9, gap: 1.5, high: 8 };
/** The scale of the squares: 32 sectors, the most that aligned lanes can ask for. */
const FULL_SCALE = LANES;

/** Sectors fetched and the least there could be, a square each, on one scale. */
export function drawCounts({ scene, frame, theme, textScale, view }: CoalescingPen): void {
  const { width } = view;
  const { sectors, ideal, usedBytes } = frame.fetch;
  const share = sectors.length === 0 ? 0 : (100 * usedBytes) / (sectors.length * 32);
  const top = frame.bottom + TOP_PX * textScale;
  const excess = degreeFill(theme, Math.max(2, sectors.length / Math.max(1, ideal)));
  const fillOf = (i: number): string => (i < ideal ? theme.degree.mark : excess);
  const row = { x: frame.x, width, textScale };
  drawCount(scene, { ...row, y: top, name: 'fetched', of: sectors.length, fillOf, ink: theme.ink });
  const second = { ...row, y: top + ROW_PX * textScale, name: 'ideal', of: ideal };
  drawCount(scene, { ...second, fillOf: () => theme.degree.mark, ink: theme.ink });
  const used = `${share.toFixed(share === 100 ? 0 : 1)} % of bytes asked for`;
  scene.text(width, second.y + 8 * textScale, used, theme.ink3, { anchor: 'end' });
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

function drawCount(scene: SceneBuilder, { x, y, width, textScale, name, of, ink, fillOf }: CountRow): void {
  const left = x + NAME_PX * textScale;
  const room = width - left - NUMBER_PX * textScale;
  const pitch = Math.min(SQUARE_PX.greatest, room / Math.max(FULL_SCALE, of));
  const baseline = y + 8 * textScale;
  scene.text(x, baseline, name, ink);
  for (let i = 0; i < of; i++) {
    const box = { x: left + i * pitch, y, width: pitch - SQUARE_PX.gap, height: SQUARE_PX.high };
    scene.rect(box, fillOf(i), { radius: 1 });
  }
  scene.text(left + of * pitch + 4, baseline, `${of}`, ink, { weight: 700 });
}

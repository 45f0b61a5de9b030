/** Ticks and guide lines of a grid of cells. */

import type { GridPen } from './pen.ts';
import { textPx } from './text-metrics.ts';

/** Indices with a tick: every 8 (or as many as there is room for) and the last one. */
export function ticks(count: number, pitch: number, roomPx: number): number[] {
  let step = pitch >= 20 ? 1 : pitch >= 14 ? 4 : 8;
  while (step * pitch < roomPx) step *= 2;
  const last = count - 1;
  const out: number[] = [];
  for (let i = 0; i < last; i += step) if ((last - i) * pitch >= roomPx || i === 0) out.push(i);
  return [...out, last];
}

const TICK_BASELINE_PX = 3.5;

export function drawAxes(pen: GridPen): void {
  const { scene, frame, theme, textScale } = pen;
  const { plot, pitch, gap } = frame;
  const ink = theme.ink3;
  const half = (pitch - gap) / 2;
  for (const column of ticks(frame.columns, pitch, 22 * textScale)) {
    const x = frame.x + column * pitch + half;
    if (x >= plot.x && x <= plot.x + plot.width) scene.text(x, plot.y - 5, `${column}`, ink, { anchor: 'middle' });
  }
  for (const row of ticks(frame.rows, pitch, 12 * textScale)) {
    const y = frame.y + row * pitch + half;
    if (y >= plot.y && y <= plot.y + plot.height)
      scene.text(plot.x - 5, y + TICK_BASELINE_PX * textScale, `${row}`, ink, { anchor: 'end' });
  }
  drawPadTick(pen);
}

function drawPadTick({ scene, frame, theme, textScale }: GridPen): void {
  if (frame.padColumns === 0) return;
  const lastLabelEnd =
    frame.x + (frame.columns - 0.5) * frame.pitch + textPx(`${frame.columns - 1}`, 10 * textScale, 'digits') / 2;
  const x = Math.max(frame.x + frame.columns * frame.pitch + 1, lastLabelEnd + 3);
  if (x < frame.plot.x + frame.plot.width) scene.text(x, frame.plot.y - 5, 'pad', theme.ink3);
}

/** Below 6 px cells have no gaps: a thin line every 8 keeps them countable. */
export function drawGuides({ scene, frame, theme }: GridPen): void {
  if (frame.gap > 0 || frame.pitch < 2) return;
  const { plot, pitch } = frame;
  const style = { width: 0.75, opacity: 0.7 };
  for (let c = 8; c < frame.columns; c += 8) {
    const x = frame.x + c * pitch;
    scene.line(
      [x, Math.max(plot.y, frame.y)],
      [x, Math.min(plot.y + plot.height, frame.y + frame.rows * pitch)],
      theme.page,
      style,
    );
  }
  for (let r = 8; r < frame.rows; r += 8) {
    const y = frame.y + r * pitch;
    scene.line(
      [Math.max(plot.x, frame.x), y],
      [Math.min(plot.x + plot.width, frame.x + frame.columns * pitch), y],
      theme.page,
      style,
    );
  }
}

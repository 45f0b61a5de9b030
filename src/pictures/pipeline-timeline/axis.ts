/** The axis above a timeline, its lines through all rows, the playhead and the ends of others. */

import { roundStep } from '../../base/round-step.ts';
import { roundTicks, stepDigits } from '../scene/round-ticks.ts';
import { TRACK } from '../scene/scene.ts';
import { textPx } from '../scene/text-metrics.ts';
import type { TimelinePen } from './bars.ts';
import type { TimelineFrame } from './frame.ts';

/** '12,288', with as many digits behind the point as the step needs. */
export function clkText(clk: number, stepClk = 1): string {
  const digits = stepDigits(stepClk);
  // No minus before a zero.
  const text = clk.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (/[1-9]/.test(text) ? text : text.replace('-', '')).replace('-', '−');
}

const TICK_PX = 64;

/** Place of a time of the axis. */
export const axisX = ({ plot, window, pxPerClk }: TimelineFrame, clk: number): number =>
  plot.x + (clk - window.from) * pxPerClk;

function ticksOf({ window, plot, pxPerClk }: TimelineFrame, textScale: number): { step: number; clks: number[] } {
  const longest = textPx(clkText(Math.max(Math.abs(window.from), Math.abs(window.to))), 10 * textScale) + 14;
  const step = roundStep(Math.max(TICK_PX, longest) / pxPerClk);
  return { step, clks: roundTicks(window.from, window.from + plot.width / pxPerClk, step) };
}

export function drawAxis({ scene, frame, theme, textScale, view: { playhead } }: TimelinePen): void {
  const { plot, axisY } = frame;
  const { step, clks } = ticksOf(frame, textScale);
  scene.text(0, axisY, 'cycles', theme.ink3);
  const right = plot.x + plot.width;
  for (const clk of clks) {
    const x = axisX(frame, clk);
    scene.line([x, plot.y], [x, plot.y + plot.height], theme.line);
    const text = clkText(clk, step);
    const half = textPx(text, 10 * textScale) / 2;
    const isHidden =
      Number.isFinite(playhead) && Math.abs(axisX(frame, playhead) - x) < half + flagPx(playhead, textScale) / 2 + 2;
    if (isHidden) continue;
    if (x + half > right + 6) scene.text(right + 6, axisY, text, theme.ink3, { anchor: 'end' });
    else scene.text(x, axisY, text, theme.ink3, { anchor: 'middle' });
  }
}

const flagPx = (clk: number, textScale: number): number => textPx(clkText(Math.round(clk)), 10 * textScale) + 12;

/** A line through all rows with its time on a flag above. */
export function drawPlayhead({ scene, frame, theme, textScale, view: { playhead } }: TimelinePen): void {
  const { plot, axisY } = frame;
  const x = axisX(frame, playhead);
  if (!(x >= plot.x - 0.5 && x <= plot.x + plot.width + 0.5)) return;
  const width = flagPx(playhead, textScale);
  const left = Math.min(Math.max(0, x - width / 2), plot.x + plot.width + 8 - width);
  scene.line([x, axisY + 4], [x, plot.y + plot.height], theme.accent.ink, { width: 2 });
  scene.rect({ x: left, y: axisY - 11 * textScale, width, height: 15 * textScale }, theme.accent.ink, { radius: 3 });
  scene.text(left + width / 2, axisY, clkText(Math.round(playhead)), theme.page, { weight: 600, anchor: 'middle' });
}

/** Line at the end of the variant with which this one is compared. */
export function drawGhost({ scene, frame, theme, textScale }: TimelinePen, ghostClk: number): void {
  const { plot } = frame;
  const x = axisX(frame, ghostClk);
  if (x < plot.x || x > plot.x + plot.width) return;
  scene.line([x, plot.y], [x, plot.y + plot.height], theme.ink2, { width: 1.5, dash: TRACK });
  const text = `other ends ${clkText(Math.round(ghostClk))}`;
  const width = textPx(text, 10 * textScale);
  const isRight = x + width + 4 > plot.x + plot.width;
  const baseline = plot.y + plot.height - 4;
  // Bars of the last row may lie below the words.
  scene.rect(
    { x: isRight ? x - 6 - width : x + 2, y: baseline - 10 * textScale, width: width + 4, height: 13 * textScale },
    theme.page,
  );
  scene.text(x + (isRight ? -4 : 4), baseline, text, theme.ink2, { anchor: isRight ? 'end' : 'start' });
}

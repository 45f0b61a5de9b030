/** The axis of case strips: lines behind the dots, numbers below them, and what the axis ends at. */

import { TRACK } from '../scene/scene.ts';
import { charactersIn, textPx, wrapped } from '../scene/text-metrics.ts';
import { type CaseStripsFrame, type CaseStripsPen, xOfPercent } from './frame.ts';

const AXIS_PX = 20;
const LINE_PX = 15;
/** Of a 10 px character in the widest of the usual fonts. */

/** What was not measured has a dashed line. */
export function drawStripLines({ scene, frame, theme }: CaseStripsPen): void {
  const { dots, headPx, rowPx, stripPx, bottom } = frame;
  for (const [row, strip] of dots.entries()) {
    const top = row * rowPx + headPx;
    const y = Math.round(top + stripPx / 2) + 0.5;
    const isEmpty = strip.every(dot => dot === null);
    scene.line([frame.left, y], [frame.right, y], theme.line, isEmpty ? { dash: TRACK } : {});
    for (const percent of ticksOf(frame)) {
      const x = Math.round(xOfPercent(frame, percent)) + 0.5;
      scene.line([x, top], [x, top + stripPx], percent === 100 ? theme.ink2 : theme.line);
    }
  }
  scene.line([frame.left, bottom + 0.5], [frame.right, bottom + 0.5], theme.lineStrong);
}

const ticksOf = ({ endPercent }: CaseStripsFrame): number[] =>
  [0, 25, 50, 75, 100, 125, 150].filter(n => n <= endPercent);

/** Below the axis; the pixels that it takes. */
export function drawStripNumbers({
  scene,
  frame,
  theme,
  textScale,
  records: { full },
  view: { width },
}: CaseStripsPen): number {
  const { bottom, isNarrow, right, left } = frame;
  for (const percent of ticksOf(frame)) {
    const text = percent === 100 ? '100 %' : String(percent);
    const half = textPx(text, 10 * textScale, 'digits') / 2;
    const x = Math.min(width - half, Math.max(half, xOfPercent(frame, percent)));
    scene.text(x, bottom + 12 * textScale, text, theme.ink3, { anchor: 'middle' });
  }
  if (!isNarrow) scene.text(width, bottom + 12 * textScale, 'median', theme.ink3, { anchor: 'end' });
  const room = charactersIn(isNarrow ? width : right - left, 10 * textScale);
  const lines = full === '' ? [] : wrapped(full, room);
  lines.forEach((line, i) => {
    scene.text(isNarrow ? 0 : left, bottom + (AXIS_PX + 8 + i * LINE_PX) * textScale, line, theme.ink3);
  });
  return (AXIS_PX + lines.length * LINE_PX) * textScale;
}

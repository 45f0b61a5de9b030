/** Below performance bars: what their ends and marks stand for. */

import { charactersIn, wrapped } from '../scene/text-metrics.ts';
import type { PerformanceBarsPen } from './frame.ts';

/** Numbers of the axis, then a line each. */
export const AXIS_PX = 20;
export const LINE_PX = 15;

/** What the ends and marks stand for; the number of lines. */
export function drawBarsLegend({
  scene,
  frame: { bottom },
  theme,
  textScale,
  records: { full, limits, groups },
  view: { width },
}: PerformanceBarsPen): number {
  const baselines = new Set(groups.flatMap(({ baseline }) => baseline?.name ?? []));
  const room = charactersIn(width, 10 * textScale);
  const lines = [
    ...(full === '' ? [] : [{ text: full, fill: theme.ink3 }]),
    ...limits.map(({ name }) => ({ text: `┆ ${name}`, fill: theme.ink3 })),
    ...[...baselines].map(name => ({ text: `▎${name}`, fill: theme.accent.ink })),
  ].flatMap(({ text, fill }) => wrapped(text, room).map(line => ({ text: line, fill })));
  lines.forEach(({ text, fill }, i) => {
    scene.text(0, bottom + (AXIS_PX + 8 + i * LINE_PX) * textScale, text, fill);
  });
  return lines.length;
}

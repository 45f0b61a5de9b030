/** The source badge inside a scene: the same glyphs as the component, for exported files. */
import type { Source } from '../trace/span.ts';
import { NAME_OF_SOURCE } from './records.ts';
import type { Pen } from './scene/pen.ts';
import type { Box } from './view.ts';

/** Room for glyph and longest name in the widest of the usual fonts. */
export const SOURCE_BADGE_PX = 82;
const RADIUS_PX = 4.75;

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;

/** Draws from x to the right; `baseline` is the text's. `words`: what the source says, in the place of its name. */
export function drawSourceBadge(
  { scene, theme }: Pen,
  source: Source,
  x: number,
  baseline: number,
  words: string = NAME_OF_SOURCE[source],
): void {
  const { ink } = theme.sources[source];
  const cx = x + RADIUS_PX + 1;
  const cy = baseline - 4;
  scene.text(x + 16, baseline, words, ink, { size: 11.5, weight: 600 });
  if (source === 'measured') {
    scene.dot(cx, cy, RADIUS_PX + 0.75, ink);
    return;
  }
  const dashes = { stroke: ink, width: 1.6, dash: [2.3, 1.43] };
  scene.path(circle(cx, cy, RADIUS_PX), source === 'predicted' ? dashes : { stroke: ink, width: 1.5 });
  if (source === 'emulated')
    scene.path(`M${cx} ${cy - RADIUS_PX}a${RADIUS_PX} ${RADIUS_PX} 0 0 0 0 ${2 * RADIUS_PX}Z`, {
      stroke: ink,
      width: 0,
      fill: ink,
    });
}

/** A thin bar of another source: solid where measured, half filled where emulated, hollow where predicted. */
export function underBar({ scene, theme }: Pen, source: Source): (box: Box) => void {
  const { ink } = theme.sources[source];
  const narrow = (box: Box): Box => ({ ...box, width: Math.max(1, box.width - 1) });
  if (source === 'measured') return box => scene.rect(narrow(box), ink);
  return box => {
    if (source === 'emulated') scene.rect(narrow(box), ink, { opacity: 0.45 });
    scene.ring(narrow(box), 0, { stroke: ink, width: 1 });
  };
}

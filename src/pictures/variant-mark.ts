/** The variant badge inside a scene: same look as the component, A filled, B outlined, C dashed, D double. */
import type { VariantLetter } from './records.ts';
import type { Pen } from './scene/pen.ts';
import type { Box } from './view.ts';

export function drawVariantBadge({ scene, theme }: Pen, letter: VariantLetter, box: Box): void {
  const inner = { x: box.x + 0.6, y: box.y + 0.6, width: box.width - 1.2, height: box.height - 1.2 };
  const radius = box.height * 0.24;
  const outline = { stroke: theme.ink, width: 1.2 };
  if (letter === 'A') scene.rect(box, theme.ink, { radius });
  else scene.ring(inner, radius, letter === 'C' ? { ...outline, dash: [2, 1.5] } : outline);
  if (letter === 'D') {
    const inmost = { x: inner.x + 1.8, y: inner.y + 1.8, width: inner.width - 3.6, height: inner.height - 3.6 };
    scene.ring(inmost, Math.max(0, radius - 1.5), { stroke: theme.ink, width: 0.6 });
  }
  const size = Math.max(10, box.height * 0.62);
  scene.text(
    box.x + box.width / 2,
    box.y + box.height / 2 + size * 0.36,
    letter,
    letter === 'A' ? theme.page : theme.ink,
    {
      size,
      weight: 700,
      anchor: 'middle',
    },
  );
}

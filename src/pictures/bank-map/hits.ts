/** Marks on the words of a request: outline, current wavefront, lanes that share the word. */
import { BANKS, WORD_BYTES } from '../../base/hardware.ts';
import { isCurrent, isFaint } from '../requests/bank-hits.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import type { Box } from '../view.ts';
import { type BankMapPen, wordBox } from './frame.ts';

const OUTLINED_LINE_PX = 8;

/** What is left of an outline where lines are thin. */
function underline(scene: SceneBuilder, box: Box, ink: string): void {
  const y = box.y + box.height;
  scene.line([box.x, y], [box.x + box.width, y], ink, { width: 0.8 });
}

export function drawHits({ scene, frame, theme, view: { playhead }, hits }: BankMapPen): void {
  for (const [wordAddress, hit] of hits.words) {
    const box = wordBox(frame, wordAddress);
    const current = isCurrent(hit.wavefront, playhead, hits.wavefronts);
    if (current || frame.pitchY >= OUTLINED_LINE_PX)
      scene.ring(
        inset(box, current ? -0.5 : 0.65),
        1,
        { stroke: theme.ink, width: current ? 1.6 : 1.3 },
        {
          lane: hit.lane,
          bank: wordAddress % BANKS,
          address: wordAddress * WORD_BYTES,
        },
      );
    else if (isFaint(hit.degree)) underline(scene, box, theme.ink3);
    drawExtraLanes(scene, box, hit.lanesOnWord - 1, theme.label);
  }
}

export const inset = (box: Box, by: number): Box => ({
  x: box.x + by,
  y: box.y + by,
  width: box.width - 2 * by,
  height: box.height - 2 * by,
});

const DOT_PITCH_PX = 2.6;

/** One dot per lane that shares the word, as many as fit. */
export function drawExtraLanes(scene: SceneBuilder, box: Box, lanes: number, ink: string): void {
  const shown = Math.min(lanes, Math.floor((box.width - 1) / DOT_PITCH_PX));
  if (box.height < 2) return;
  const first = box.x + box.width / 2 - ((shown - 1) * DOT_PITCH_PX) / 2;
  for (let i = 0; i < shown; i++) scene.dot(first + i * DOT_PITCH_PX, box.y + box.height / 2, 0.9, ink);
}

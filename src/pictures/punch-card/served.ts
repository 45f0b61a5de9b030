/** The punch card by wavefronts: what each bank serves in each pass, with the numbers of the lanes where there is room. */
import { WORD_BYTES } from '../../base/hardware.ts';
import type { WordHit } from '../../model/banks/wavefronts.ts';
import { isFaint, isServed, pendingFill } from '../requests/bank-hits.ts';
import { degreeFill, degreeLabel } from '../theme.ts';
import type { Box } from '../view.ts';
import { firstWavefront, type PunchCardPen, punchBox } from './frame.ts';

/** Two digits of 10 px need this much. */
const NUMBER_PX = 13;
const COUNT_PX = 20;

export function drawServed({ scene, frame, theme, records, view: { playhead } }: PunchCardPen): void {
  for (const [first, lanes] of servedWords(records.request.cost.hits)) {
    const degree = records.request.cost.phases[first.phase].wavefronts;
    const shown = first.wavefront === firstWavefront(records, first.phase) ? 1 : degree;
    const served = isServed(first.wavefront, playhead);
    const box = punchBox(frame, first.wavefront, first.bank);
    const tag = { lane: first.lane, bank: first.bank, address: first.wordAddress * WORD_BYTES };
    scene.rect(box, served ? degreeFill(theme, shown) : pendingFill(theme, shown), tag);
    if (isFaint(shown)) scene.ring(insetHalf(box), 0, { stroke: theme.ink3, width: 1 });
    if (frame.pitchX < NUMBER_PX || frame.pitchY < NUMBER_PX) continue;
    const text = lanes > 1 && frame.pitchX >= COUNT_PX ? `×${lanes}` : `${first.lane}`;
    const ink = served ? degreeLabel(theme, shown) : theme.ink2;
    scene.text(box.x + box.width / 2, box.y + box.height / 2 + 3.5, text, ink, { size: 10, anchor: 'middle' });
  }
}

const insetHalf = ({ x, y, width, height }: Box): Box => ({
  x: x + 0.5,
  y: y + 0.5,
  width: width - 1,
  height: height - 1,
});

/** First hit of every word per phase and wavefront, as atomics come back to a word, and how many lanes it stands for. */
function servedWords(hits: readonly WordHit[]): [WordHit, number][] {
  const first = new Map<string, WordHit>();
  for (const hit of hits) {
    const key = `${hit.phase} ${hit.wordAddress} ${hit.wavefront}`;
    if (!first.has(key)) first.set(key, hit);
  }
  return [...first.values()].map(hit => [hit, hit.lanesOnWord]);
}

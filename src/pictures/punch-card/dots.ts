/** The punch card by lanes: a dot per request, and a line between the lanes that share a word. */
import { WORD_BYTES } from '../../base/hardware.ts';
import type { WordHit } from '../../model/banks/wavefronts.ts';
import { isFaint, isServed, pendingFill } from '../requests/bank-hits.ts';
import { bytesPerLane } from '../requests/request-cells.ts';
import { degreeFill } from '../theme.ts';
import type { Box } from '../view.ts';
import { firstWavefront, type PunchCardPen, punchBox } from './frame.ts';

/** Share of the row pitch, by words per request. */
const dotRadius = (words: number, pitch: number): number => pitch * (words >= 4 ? 0.46 : words === 2 ? 0.38 : 0.3);

export function drawDots(pen: PunchCardPen): void {
  const { scene, frame, theme, records } = pen;
  const { cost } = records.request;
  for (const [from, to] of sharedWords(cost.hits))
    scene.line(
      middleOf(punchBox(frame, from.lane, from.bank)),
      middleOf(punchBox(frame, to.lane, to.bank)),
      theme.ink3,
      {
        width: 0.75,
      },
    );
  scene.layer();
  const firstHits = cost.hits.filter((hit, i, all) => i === 0 || hit.lane !== all[i - 1].lane);
  for (const hit of firstHits) drawDot(pen, hit);
}

const middleOf = ({ x, y, width, height }: Box): [number, number] => [x + width / 2, y + height / 2];

/** Dot in the middle of the banks that the request uses, with a bar over all of them. */
function drawDot({ scene, frame, theme, records, view: { playhead } }: PunchCardPen, hit: WordHit): void {
  const { cost, access } = records.request;
  const isFirst = hit.wavefront === firstWavefront(records, hit.phase);
  const degree = isFirst ? 1 : cost.phases[hit.phase].wavefronts;
  const tone = isServed(hit.wavefront, playhead) ? degreeFill(theme, degree) : pendingFill(theme, degree);
  const words = Math.max(1, bytesPerLane(access) / WORD_BYTES);
  const box = punchBox(frame, hit.lane, hit.bank, words);
  const [x, y] = middleOf(box);
  if (words > 1) scene.rect({ x: box.x, y: y - 1, width: box.width, height: 2 }, tone, { radius: 1 });
  const radius = dotRadius(words, frame.pitchY);
  if (isFaint(degree)) scene.dot(x, y, radius + 0.7, theme.ink3);
  scene.dot(x, y, radius, tone, { lane: hit.lane, bank: hit.bank, address: access.address[hit.lane] });
}

/** Top and bottom hit of every word that several lanes of a phase share. */
function sharedWords(hits: readonly WordHit[]): [WordHit, WordHit][] {
  const ends = new Map<string, [WordHit, WordHit]>();
  for (const hit of hits) {
    if (hit.lanesOnWord < 2) continue;
    const key = `${hit.phase} ${hit.wordAddress}`;
    ends.set(key, [ends.get(key)?.[0] ?? hit, hit]);
  }
  return [...ends.values()];
}

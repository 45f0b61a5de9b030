/** The line above a row of samples: whose they are, their median and its noise, and the median of the chosen range. */

import { timeText } from '../../base/numerals.ts';
import type { SampleStatistics } from '../../trace/sample-statistics.ts';
import type { TimedSamples } from '../../trace/timing-verdict.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import { textPx } from '../scene/text-metrics.ts';
import { drawVariantBadge } from '../variant-mark.ts';
import type { SampleStripPen } from './frame.ts';
import { isTimed, type SampleRow, type SampleStripRecords } from './records.ts';
import { orderedSamples, statisticsWithin } from './sample-order.ts';

const TEXT_PX = 11;
const BADGE_PX = 16;
/** From here on a sample says little of the next one. */
const NOISY_IQR = 0.05;
const CHIP_PX = 13;

export const isNoisy = ({ relativeIqr }: SampleStatistics): boolean => relativeIqr > NOISY_IQR;

export function drawRowHead(pen: SampleStripPen, row: number): void {
  const { scene, frame, theme, textScale, view } = pen;
  const { rows, range } = pen.records;
  const { width } = view;
  const { outcome } = rows[row];
  const top = row * frame.rowPx;
  const said = isTimed(outcome) ? medianWords(outcome, range) : outcome.why;
  const tone = isTimed(outcome) ? theme.ink : outcome.isWrong ? theme.conflict.ink : theme.ink3;
  const size = TEXT_PX * textScale;
  scene.text(width, top + size + 1, said, tone, { size, weight: 600, anchor: 'end' });
  const room = width - textPx(said, size, 'bold') - 12;
  const x = drawName(pen, rows[row], { top, room });
  if (isTimed(outcome)) drawNoise(pen, orderedSamples(outcome.samplesNs).statistics, { x, top, room });
}

interface HeadRoom {
  readonly top: number;
  /** Where the words on the right begin. */
  readonly room: number;
}

/** The badge, and the name where it fits; where they end. */
function drawName(pen: SampleStripPen, { letter, name }: SampleRow, { top, room }: HeadRoom): number {
  const { scene, theme, textScale } = pen;
  const side = BADGE_PX * textScale;
  if (letter !== null) drawVariantBadge(pen, letter, { x: 0, y: top, width: side, height: side });
  const left = letter === null ? 0 : side + 6;
  const size = TEXT_PX * textScale;
  const end = left + textPx(name, size);
  if (end > room) return left;
  scene.text(left, top + size + 1, name, theme.ink2, { size });
  return end + 8;
}

function medianWords({ samplesNs }: TimedSamples, range: SampleStripRecords['range']): string {
  const within = range === null ? null : statisticsWithin(samplesNs, range);
  if (range !== null && within === null) return 'no sample in the range';
  const { median, relativeIqr, count } = within ?? orderedSamples(samplesNs).statistics;
  const of = within === null ? '' : ` of ${samplesNs.length.toLocaleString('en-US')}`;
  return `${timeText(median, 4)} ± ${(50 * relativeIqr).toFixed(1)} %, n ${count.toLocaleString('en-US')}${of}`;
}

/** A chip with the interquartile range, where it is wide and there is room for it. */
function drawNoise(
  { scene, theme, textScale }: SampleStripPen,
  statistics: SampleStatistics,
  { x, top, room }: HeadRoom & { readonly x: number },
): void {
  if (!isNoisy(statistics)) return;
  const words = `noisy, IQR ${(100 * statistics.relativeIqr).toFixed(0)} %`;
  const size = 10 * textScale;
  const width = textPx(words, size) + 20 * textScale;
  const box = x + width <= room ? { x, width } : { x: 0, width: 16 * textScale };
  const [height, y] = [CHIP_PX * textScale, top + 1];
  scene.rect({ ...box, y, height }, theme.warn.soft, { radius: 3 });
  drawTriangle(scene, box.x + 8 * textScale, y + height / 2, 4 * textScale, theme.warn.ink);
  if (box.x === x && box.width === width)
    scene.text(x + 15 * textScale, y + height - 3 * textScale, words, theme.warn.ink, { size, weight: 600 });
}

const drawTriangle = (scene: SceneBuilder, x: number, y: number, r: number, stroke: string): void =>
  scene.path(`M${x} ${y - r}L${x + r} ${y + r * 0.8}L${x - r} ${y + r * 0.8}Z`, { stroke, width: 1.3 });

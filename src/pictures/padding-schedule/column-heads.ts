/** Heads of the padding schedule: names of the shared columns, then badge, layout and bytes of every variant. */

import { WORD_BYTES } from '../../base/hardware.ts';
import { elementsOf } from '../../model/permute/block.ts';
import type { PermutedBlock } from '../permute/records.ts';
import { charactersIn, cutTo } from '../scene/text-metrics.ts';
import { drawVariantBadge } from '../variant-mark.ts';
import { numberX, type PaddingSchedulePen, rulerBox } from './frame.ts';
import { numbersText } from './rows.ts';

const BADGE_PX = 16;

export function drawHead(pen: PaddingSchedulePen): void {
  const { scene, frame, theme, textScale, records, schedule } = pen;
  const baseline = frame.headY + 13 * textScale;
  const style = { size: 11 * textScale } as const;
  const end = { ...style, anchor: 'end' } as const;
  const order = records.chosen.side === 'load' ? 'write order' : 'read order';
  scene.text(0, baseline, frame.isTight ? '' : order, theme.ink3, style);
  scene.text(frame.extentX, baseline, frame.isTight ? 'size' : 'extent', theme.ink3, end);
  scene.text(frame.wantedX, baseline, frame.isTight ? 'wanted' : 'stride wanted', theme.ink3, end);
  for (const [i, variant] of records.variants.entries()) {
    drawTitle(pen, variant, i);
    if (schedule.placedBy[i] === 'registers') continue;
    scene.text(numberX(frame, i, 'padX'), baseline, 'pad', theme.ink3, end);
    scene.text(numberX(frame, i, 'strideX'), baseline, 'stride', theme.ink3, end);
    scene.text(numberX(frame, i, 'residueX'), baseline, `mod ${schedule.modulus}`, theme.ink3, end);
    if (frame.isInline) scene.text(rulerBox(frame, i, 0).x, baseline, 'banks of one step', theme.ink3, style);
  }
}

/** Badge and name of the layout, and behind it what it costs in bytes or bits, where there is room. */
function drawTitle(pen: PaddingSchedulePen, variant: PermutedBlock, at: number): void {
  const { scene, frame, theme, textScale } = pen;
  const badge = BADGE_PX * textScale;
  const left = frame.groupX[at] + 8 * textScale;
  const x = left + badge + 7 * textScale;
  drawVariantBadge(pen, variant.letter, { x: left, y: 1, width: badge, height: badge });
  const room = charactersIn(frame.groupX[at + 1] - x, 12 * textScale, 'bold');
  const { title: name } = variant;
  const note = [costText(variant), bytesText(variant), sizeText(variant)].find(
    text => name.length + text.length + 3 <= room,
  );
  const tail = { text: note ?? '', fill: theme.ink3, size: 11 * textScale, gap: 8 * textScale };
  scene.text(x, 13 * textScale, cutTo(name, room), theme.ink, { size: 12 * textScale, weight: 600, tail });
}

/** '4,320 B, +5.5 %' */
export function bytesText(variant: PermutedBlock): string {
  const { move, layout } = variant;
  const data = elementsOf(move.modes) * move.elementBytes;
  const more = layout.sharedBytes - data;
  const share = more > 0 ? `, +${((more / data) * 100).toFixed(1)} %` : '';
  return `${sizeText(variant)}${share}`;
}

const sizeText = ({ layout }: PermutedBlock): string => `${layout.sharedBytes.toLocaleString('en-US')} B`;

function costText(variant: PermutedBlock): string {
  const { xor } = variant.layout;
  if (xor.length === 0) return bytesText(variant);
  const bits = `bits ${numbersText(xor.map(({ from }) => from))} XORed into ${numbersText(xor.map(({ bit }) => bit))}`;
  return `${bytesText(variant)}; ${bits}`;
}

/** Unit of strides and pads: words, if an element is one. */
export const unitOf = ({ move }: PermutedBlock): string =>
  move.elementBytes === WORD_BYTES ? 'words' : `elements of ${move.elementBytes} B`;

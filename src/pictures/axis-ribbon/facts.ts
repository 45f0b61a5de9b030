/** Beside the axis ribbon: how large the block is, in which order it is stored and loaded, and the permutation as a string. */

import { elementsOf } from '../../model/permute/block.ts';
import { dimNames, modeNames } from '../../model/permute/names.ts';
import { count } from '../address-text.ts';
import type { AxisRibbonRecords } from '../permute/records.ts';
import { charactersIn, cutTo, textPx } from '../scene/text-metrics.ts';
import type { AxisRibbonPen } from './frame.ts';

const LINE_PX = 20;

const NAME_PX = 11;
const VALUE_PX = 11.5;

export function drawFacts({ scene, frame, theme, textScale, records: { plan } }: AxisRibbonPen): void {
  const { factsX, width } = frame;
  if (factsX === null) return;
  const first = frame.top.input + 10 * textScale;
  factsOf(plan).forEach(({ name, value }, i) => {
    const baseline = first + i * LINE_PX * textScale;
    const px = (width - factsX) / textScale;
    // A long value needs the room of its name, and says what it is by its look.
    if (textPx(name, NAME_PX) + textPx(value, VALUE_PX, 'bold') < px)
      scene.text(factsX, baseline, name, theme.ink3, { size: NAME_PX * textScale });
    const shown = cutTo(value, charactersIn(px, VALUE_PX, 'bold'));
    const style = { size: VALUE_PX * textScale, weight: 600, anchor: 'end' } as const;
    scene.text(width, baseline, shown, theme.ink, style);
  });
}

interface Fact {
  readonly name: string;
  readonly value: string;
}

function factsOf(plan: AxisRibbonRecords['plan']): Fact[] {
  const modes = modeNames(plan);
  const { move, canonical } = plan;
  // Fastest first, as lanes count.
  const namesIn = (order: readonly number[]): string[] =>
    order.filter(mode => move.modes[mode].extent > 1).map(mode => modes[mode]);
  const dims = dimNames(plan);
  const block = { name: 'block', value: count(elementsOf(move.modes), 'element') };
  if (dims.length === 0) return [block];
  return [
    block,
    { name: 'store order', value: joined(namesIn(move.storeOrder)) },
    { name: 'load order', value: joined(namesIn(move.loadOrder)) },
    { name: 'order', value: `${joined(dims)} → ${joined(canonical.perm.map(dim => dims[dim]))}` },
  ];
}

/** 'ABCD', or 'A BC D' where a name has several letters. */
const joined = (names: readonly string[]): string => names.join(names.every(name => name.length === 1) ? '' : ' ');

/** Beside the axis ribbon: how large the block is, in which order it is stored and loaded, and the permutation as a string. */
import { elementsOf } from '../model/permute/block.ts';
import { dimNames, modeNames } from '../model/permute/names.ts';
import type { AxisRibbonFrame } from './axis-ribbon.frame.ts';
import type { AxisRibbonRecords } from './permute-records.ts';
import type { SceneBuilder } from './scene-builder.ts';
import type { PictureView } from './view.ts';

const LINE_PX = 20;

export function drawFacts(
  scene: SceneBuilder,
  frame: AxisRibbonFrame,
  { plan }: AxisRibbonRecords,
  { theme, textScale }: PictureView,
): void {
  if (frame.factsX === null) return;
  const first = frame.top.input + 10 * textScale;
  factsOf(plan).forEach(({ name, value }, i) => {
    const baseline = first + i * LINE_PX * textScale;
    scene.text(frame.factsX!, baseline, name, theme.ink3, { size: 11 * textScale });
    const style = { size: 11.5 * textScale, weight: 600, anchor: 'end' } as const;
    scene.text(frame.width, baseline, value, theme.ink, style);
  });
}

function factsOf(plan: AxisRibbonRecords['plan']): { readonly name: string; readonly value: string }[] {
  const names = modeNames(plan);
  const { modes, storeOrder, loadOrder } = plan.move;
  const orderText = (order: readonly number[]): string =>
    order
      .filter(mode => modes[mode].extent > 1)
      .map(mode => names[mode])
      .join(', ');
  const letters = dimNames(plan);
  const given = letters.join(' ');
  return [
    { name: 'block', value: `${elementsOf(modes).toLocaleString('en-US')} elements` },
    { name: 'store order', value: orderText(storeOrder) },
    { name: 'load order', value: orderText(loadOrder) },
    { name: 'order', value: `${given} → ${plan.canonical.perm.map(dim => letters[dim]).join(' ')}` },
  ];
}

/** Shades of a value grid: which stands for a value, what is read on it, and the legend. */

import { valueText } from '../../model/values/value-text.ts';
import type { ValueGridRecords } from '../records.ts';
import type { GridFrame } from '../scene/grid-frame.ts';
import type { PicturePen } from '../scene/pen.ts';
import { NO_FILL } from '../scene/scene.ts';
import { textPx } from '../scene/text-metrics.ts';
import { blend, type Theme } from '../theme.ts';
import type { PictureView } from '../view.ts';

export type ValueGridPen = PicturePen<GridFrame, ValueGridRecords>;

/** Advance of a 10 px digit. */
const SHADES = 32;
/** Shares of the source's own colour: the palest cell still differs from one without a value. */
const SHARE = { least: 0.06, most: 0.9 };

export const shadesOf = ({ theme, source }: PictureView): string[] =>
  Array.from({ length: SHADES }, (_, i) =>
    blend(theme.cellIdle, theme.sources[source].ink, SHARE.least + ((SHARE.most - SHARE.least) * i) / (SHADES - 1)),
  );

export function shadeOf({ range }: ValueGridRecords, value: number): number {
  if (range === null || !Number.isFinite(value)) return NO_FILL;
  // Halved first: the difference of two f64 may be infinite.
  const span = range.greatest / 2 - range.least / 2;
  const share = span === 0 ? 1 : (value / 2 - range.least / 2) / span;
  return Math.min(SHADES - 1, Math.max(0, Math.round(share * (SHADES - 1))));
}

/** Relative luminance (WCAG 2.2), 0 to 1. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map(i => {
    const share = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Whichever of ink and page is read better on a shade. */
export function textInks(shades: readonly string[], { ink, page }: Theme): readonly string[] {
  const [onInk, onPage] = [luminance(ink), luminance(page)];
  return shades.map(shade => {
    const ground = luminance(shade);
    return contrast(ground, onInk) >= contrast(ground, onPage) ? ink : page;
  });
}

const BAR_PX = { width: 96, height: 8 };

/** The least value, the shades, the greatest. */
export function drawLegend(
  { scene, frame: { plot }, theme, textScale, records: { range, type } }: ValueGridPen,
  shades: readonly string[],
): void {
  const y = plot.y + plot.height + 10;
  const baseline = y + 8 * textScale;
  if (range === null) {
    scene.text(plot.x, baseline, 'no finite value', theme.ink3);
    return;
  }
  const least = valueText(range.least, type);
  const left = plot.x + textPx(least, 10 * textScale, 'digits') + 6 * textScale;
  const step = BAR_PX.width / shades.length;
  scene.text(plot.x, baseline, least, theme.ink3);
  shades.forEach((shade, i) => {
    scene.rect({ x: left + i * step, y, width: step + 0.2, height: BAR_PX.height * textScale }, shade);
  });
  scene.text(left + BAR_PX.width + 6, baseline, valueText(range.greatest, type), theme.ink3);
}

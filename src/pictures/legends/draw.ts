/** Legends as scenes: the page and an exported file show the same ones. */

import type { Scene } from '../scene/scene.ts';
import { SceneBuilder } from '../scene/scene-builder.ts';
import { textPx } from '../scene/text-metrics.ts';
import { DEGREES, degreeFill, type Theme } from '../theme.ts';

const HEIGHT_PX = 14;
const BASELINE_PX = 11;
const TEXT_PX = 12;
const SWATCH_PX = 11;
const BANK_PX = 7;

interface BankLegendLook {
  /** Whether only the numbers are drawn. */
  readonly isNarrow?: boolean;
  readonly textScale?: number;
}

/** 'bank 0', the 32 colours, '31, one hue per 16 B chunk'. */
export function bankLegendScene(theme: Theme, { isNarrow = false, textScale = 1 }: BankLegendLook = {}): Scene {
  const scene = new SceneBuilder();
  const px = (length: number): number => length * textScale;
  const style = { size: px(TEXT_PX) };
  const x = px(48);
  const cell = px(BANK_PX);
  scene.text(0, px(BASELINE_PX), 'bank 0', theme.ink3, style);
  theme.banks.forEach((fill, bank) => {
    scene.rect({ x: x + bank * cell, y: px(2), width: cell - 0.6, height: px(10) }, fill, { bank });
  });
  const end = x + 32 * cell + px(9);
  const text = isNarrow ? '31' : '31, one hue per 16 B chunk';
  scene.text(end, px(BASELINE_PX), text, theme.ink3, style);
  return scene.finish(end + textPx(text, style.size), px(HEIGHT_PX));
}

/** 'wavefronts', a swatch per step of the ramp, and on demand the hatch of padding. */
export function degreeLegendScene(theme: Theme, pad: boolean, textScale = 1): Scene {
  const scene = new SceneBuilder();
  const px = (length: number): number => length * textScale;
  const style = { size: px(TEXT_PX) };
  const swatchAt = (x: number) => ({
    x,
    y: px((HEIGHT_PX - SWATCH_PX) / 2),
    width: px(SWATCH_PX),
    height: px(SWATCH_PX),
  });
  scene.text(0, px(BASELINE_PX), 'wavefronts', theme.ink3, style);
  let x = px(74);
  for (const degree of DEGREES) {
    scene.rect(swatchAt(x), degreeFill(theme, degree), { radius: 2 });
    scene.text(x + px(SWATCH_PX + 4), px(BASELINE_PX), `${degree}`, theme.ink3, style);
    x += px(SWATCH_PX + 4 + 8) + textPx(`${degree}`, style.size, 'digits');
  }
  if (!pad) return scene.finish(x, px(HEIGHT_PX));
  x += px(12);
  scene.hatch(swatchAt(x), theme.page, theme.ink3, 4);
  const words = x + px(SWATCH_PX + 5);
  scene.text(words, px(BASELINE_PX), 'pad', theme.ink3, style);
  // The width is measured for the widest letters of words.
  return scene.finish(words + textPx('pad', style.size, 'bold') + 1, px(HEIGHT_PX));
}

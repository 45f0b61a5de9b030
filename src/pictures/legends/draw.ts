/** Legends as scenes: the page and an exported file show the same ones. */

import type { Scene } from '../scene/scene.ts';
import { SceneBuilder } from '../scene/scene-builder.ts';
import { textPx } from '../scene/text-metrics.ts';
import { DEGREES, degreeFill, type Theme } from '../theme.ts';

const HEIGHT_PX = 14;
const BASELINE_PX = 11;
const TEXT_PX = 12;
const TEXT = { size: TEXT_PX } as const;
const SWATCH_PX = 11;

/** 'bank 0', the 32 colours, '31, one hue per 16 B chunk'; only the numbers where it is narrow. */
export function bankLegendScene(theme: Theme, isNarrow = false): Scene {
  const scene = new SceneBuilder();
  const x = 48;
  const cell = 7;
  scene.text(0, BASELINE_PX, 'bank 0', theme.ink3, TEXT);
  theme.banks.forEach((fill, bank) => {
    scene.rect({ x: x + bank * cell, y: 2, width: cell - 0.6, height: 10 }, fill, { bank });
  });
  const end = x + 32 * cell + 9;
  const text = isNarrow ? '31' : '31, one hue per 16 B chunk';
  scene.text(end, BASELINE_PX, text, theme.ink3, TEXT);
  return scene.finish(end + textPx(text, TEXT_PX), HEIGHT_PX);
}

/** 'wavefronts', a swatch per step of the ramp, and on demand the hatch of padding. */
export function degreeLegendScene(theme: Theme, pad: boolean): Scene {
  const scene = new SceneBuilder();
  scene.text(0, BASELINE_PX, 'wavefronts', theme.ink3, TEXT);
  let x = 74;
  for (const degree of DEGREES) {
    const box = { x, y: (HEIGHT_PX - SWATCH_PX) / 2, width: SWATCH_PX, height: SWATCH_PX };
    scene.rect(box, degreeFill(theme, degree), { radius: 2 });
    scene.text(x + SWATCH_PX + 4, BASELINE_PX, `${degree}`, theme.ink3, TEXT);
    x += SWATCH_PX + 4 + textPx(`${degree}`, TEXT_PX, 'digits') + 8;
  }
  if (!pad) return scene.finish(x, HEIGHT_PX);
  x += 12;
  scene.hatch({ x, y: (HEIGHT_PX - SWATCH_PX) / 2, width: SWATCH_PX, height: SWATCH_PX }, theme.page, theme.ink3, 4);
  scene.text(x + SWATCH_PX + 5, BASELINE_PX, 'pad', theme.ink3, TEXT);
  // Of wider letters than most words.
  return scene.finish(x + SWATCH_PX + 5 + textPx('pad', TEXT_PX, 'bold') + 1, HEIGHT_PX);
}

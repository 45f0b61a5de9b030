/** The marks of a difference: a dashed outline where the model puts a lane, a flag where the emulator found it. */
import type { Pen } from '../scene/pen.ts';
import type { OutlineStyle } from '../scene/scene-builder.ts';
import type { Theme } from '../theme.ts';
import type { Box } from '../view.ts';

const DASH: readonly number[] = [4, 3];
const FINE_DASH: readonly number[] = [2.5, 1.5];

/** Style of an outline around many cells; small cells get finer dashes. */
export const predictedOutline = (theme: Theme, isFine: boolean): OutlineStyle => ({
  stroke: theme.sources.predicted.ink,
  width: isFine ? 1.25 : 1.5,
  halo: theme.page,
  haloWidth: isFine ? 2.5 : 3.5,
  dash: isFine ? FINE_DASH : DASH,
});

/** Below this a box is outlined along its rim, from here on inside it. */
const ROOMY_PX = 8;

export function predictedRing({ scene, theme }: Pen, { x, y, width, height }: Box): void {
  const isFine = Math.min(width, height) < ROOMY_PX;
  const inset = isFine ? 0 : 1;
  const box = { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset };
  scene.ring(box, 1, predictedOutline(theme, isFine));
}

const FLAG_PX = { least: 3.5, greatest: 7 };

/** A triangle in the upper right corner; its halo keeps it apart from a fill of nearly its colour. */
export function cornerFlag({ scene, theme }: Pen, box: Box): void {
  const side = Math.min(FLAG_PX.greatest, Math.max(FLAG_PX.least, Math.min(box.width, box.height) * 0.5));
  const right = box.x + box.width;
  const d = `M${round(right - side)} ${round(box.y)}L${round(right)} ${round(box.y)}L${round(right)} ${round(box.y + side)}Z`;
  scene.path(d, { stroke: theme.conflict.ink, width: 0, halo: theme.page, haloWidth: 1.5, fill: theme.conflict.ink });
}

const round = (v: number): number => Math.round(v * 100) / 100;

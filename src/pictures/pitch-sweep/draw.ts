/** Pitch sweep: wavefronts of one access for every pitch, bars on a log scale, the variants' pitches marked below. */
import type { PitchSweepRecords, VariantLetter } from '../records.ts';
import { plainPen } from '../scene/pen.ts';
import type { Scene } from '../scene/scene.ts';
import { degreeFill, type Theme } from '../theme.ts';
import { drawVariantBadge } from '../variant-mark.ts';
import type { Box } from '../view.ts';

const BARS_PX = 42;
/** A bar of 1 keeps a height that can be seen. */
const ONE_PX = 6;
const GAP_PX = 2;
const FULL_SCALE = 32;
const FOOT_PX = 17;

export interface SweepFrame {
  readonly pitchPx: number;
  readonly barPx: number;
}

export function sweepFrame({ points }: PitchSweepRecords, widthPx: number): SweepFrame {
  const pitchPx = Math.min(16, (widthPx + GAP_PX) / Math.max(1, points.length));
  return { pitchPx, barPx: Math.max(1, pitchPx - GAP_PX) };
}

const barHeight = (wavefronts: number): number =>
  ONE_PX + (Math.log2(Math.max(1, wavefronts)) / Math.log2(FULL_SCALE)) * (BARS_PX - ONE_PX);

export function barBox(records: PitchSweepRecords, widthPx: number, index: number): Box {
  const { pitchPx, barPx } = sweepFrame(records, widthPx);
  const height = barHeight(records.points[index].wavefronts);
  return { x: index * pitchPx, y: BARS_PX - height, width: barPx, height };
}

/** Index of the point whose column is under x; the whole height counts. */
export function sweepHit(records: PitchSweepRecords, widthPx: number, x: number): number | null {
  const index = Math.floor(x / sweepFrame(records, widthPx).pitchPx);
  return index >= 0 && index < records.points.length ? index : null;
}

/** `pointed`: index of the point that is framed. */
export function sweepScene(
  records: PitchSweepRecords,
  theme: Theme,
  widthPx: number,
  pointed: number | null = null,
): Scene {
  const pen = plainPen(theme);
  const { scene } = pen;
  const { points, variants } = records;
  const marks = new Map<number, VariantLetter>();
  for (const { pitch, letter } of variants.toReversed()) marks.set(pitch, letter);
  points.forEach(({ ways }, i) => {
    scene.rect(barBox(records, widthPx, i), degreeFill(theme, ways), { radius: 1.5 });
  });
  if (pointed !== null) scene.ring(barBox(records, widthPx, pointed), 1.5, { stroke: theme.ink, width: 1.5 });
  const { pitchPx, barPx } = sweepFrame(records, widthPx);
  const marked = points.map((point, i) => (marks.has(point.pitch) ? i : -1)).filter(i => i >= 0);
  const roomPx = 22;
  points.forEach(({ pitch }, i) => {
    const x = i * pitchPx + barPx / 2;
    const letter = marks.get(pitch);
    if (letter !== undefined) drawVariantBadge(pen, letter, { x: x - 5.5, y: BARS_PX + 4, width: 11, height: 12 });
    else if (isTick(pitch, i, points.length) && marked.every(m => Math.abs(m - i) * pitchPx >= roomPx))
      scene.text(Math.min(x, widthPx - 6), BARS_PX + 13.5, `${pitch}`, theme.ink3, { anchor: 'middle' });
  });
  return scene.finish(widthPx, BARS_PX + FOOT_PX);
}

/** Every 4, and the ends. */
const isTick = (pitch: number, index: number, count: number): boolean =>
  pitch % 4 === 0 || index === 0 || (index === count - 1 && count % 4 !== 2);

/** Padding schedule: a row per mode in the order of the lanes, per variant its pad, stride and residue, and where steps land. */
import { dimColour } from '../axis-ribbon/chips.ts';
import type { PaddingScheduleRecords } from '../permute/records.ts';
import type { Scene } from '../scene/scene.ts';
import { SceneBuilder } from '../scene/scene-builder.ts';
import type { PictureView } from '../view.ts';
import { drawCell } from './cells.ts';
import { baselineOf, type PaddingScheduleFrame, paddingScheduleFrame } from './frame.ts';
import { drawHead } from './head.ts';
import { drawScheduleRings } from './rings.ts';
import { type Schedule, type ScheduleRow, scheduleOf } from './rows.ts';
import { drawWarps } from './warp.ts';

const SWATCH_PX = 9;
const END = { anchor: 'end' } as const;

export function paddingScheduleScene(records: PaddingScheduleRecords, view: PictureView): Scene {
  const schedule = scheduleOf(records);
  const frame = paddingScheduleFrame(records, schedule.rows, view);
  const scene = new SceneBuilder(view);
  drawHead(scene, frame, records, schedule, view);
  drawLines(scene, frame, schedule, view);
  schedule.rows.forEach((row, at) => {
    drawRowName(scene, frame, row, at, view);
    for (const variant of records.variants.keys()) drawCell(scene, frame, schedule, { row: at, variant }, view);
  });
  drawWarps(scene, frame, schedule, view);
  scene.layer();
  drawScheduleRings(scene, frame, records, schedule, view);
  return scene.finish(frame.width, frame.height);
}

function drawLines(scene: SceneBuilder, frame: PaddingScheduleFrame, { rows }: Schedule, { theme }: PictureView): void {
  for (let row = 0; row <= rows.length; row++) {
    const y = frame.rowsY + row * frame.rowPitch;
    scene.line([0, y], [frame.width, y], theme.line);
  }
  for (const x of frame.groupX.slice(0, -1)) scene.line([x, 0], [x, frame.height], theme.line);
}

function drawRowName(
  scene: SceneBuilder,
  frame: PaddingScheduleFrame,
  { name, dim, extent, wanted }: ScheduleRow,
  at: number,
  { theme, textScale }: PictureView,
): void {
  const baseline = baselineOf(frame, at);
  const size = 12 * textScale;
  const swatch = SWATCH_PX * textScale;
  scene.rect({ x: 0, y: baseline - swatch, width: swatch, height: swatch }, dimColour(theme, dim), { radius: 2 });
  scene.text(swatch + 5 * textScale, baseline, name, theme.ink, { size, weight: 700 });
  scene.text(frame.extentX, baseline, `${extent}`, theme.ink2, { size, ...END });
  const text = wanted === null ? 'any' : `≡ ${wanted}`;
  scene.text(frame.wantedX, baseline, text, wanted === null ? theme.ink3 : theme.ink, { size, ...END });
}

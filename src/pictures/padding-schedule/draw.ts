/** Padding schedule: a row per mode in the order of the lanes, per variant its pad, stride and residue, and where steps land. */
import { dimColour } from '../axis-ribbon/chips.ts';
import type { PaddingScheduleRecords } from '../permute/records.ts';
import { picturePen } from '../scene/pen.ts';
import type { Scene } from '../scene/scene.ts';
import type { PictureView } from '../view.ts';
import { drawCell } from './cells.ts';
import { baselineOf, type PaddingSchedulePen, paddingScheduleFrame } from './frame.ts';
import { drawHead } from './head.ts';
import { drawScheduleRings } from './rings.ts';
import { type ScheduleRow, scheduleOf } from './rows.ts';
import { drawWarps } from './warp.ts';

const SWATCH_PX = 9;
const END = { anchor: 'end' } as const;

export function paddingScheduleScene(records: PaddingScheduleRecords, view: PictureView): Scene {
  const schedule = scheduleOf(records);
  const frame = paddingScheduleFrame(records, schedule.rows, view);
  const pen: PaddingSchedulePen = { ...picturePen(records, frame, view), schedule };
  const { scene } = pen;
  drawHead(pen);
  drawLines(pen);
  schedule.rows.forEach((row, at) => {
    drawRowName(pen, row, at);
    for (const variant of records.variants.keys()) drawCell(pen, { row: at, variant });
  });
  drawWarps(pen);
  scene.layer();
  drawScheduleRings(pen);
  return scene.finish(frame.width, frame.height);
}

function drawLines({ scene, frame, theme, schedule: { rows } }: PaddingSchedulePen): void {
  for (let row = 0; row <= rows.length; row++) {
    const y = frame.rowsY + row * frame.rowPitch;
    scene.line([0, y], [frame.width, y], theme.line);
  }
  for (const x of frame.groupX.slice(0, -1)) scene.line([x, 0], [x, frame.height], theme.line);
}

function drawRowName(
  { scene, frame, theme, textScale }: PaddingSchedulePen,
  { name, dim, extent, wanted }: ScheduleRow,
  at: number,
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

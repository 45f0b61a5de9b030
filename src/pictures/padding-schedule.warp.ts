/** The last row of the padding schedule: a whole warp, its words stacked by bank. */
import type { PaddingScheduleFrame } from './padding-schedule.frame.ts';
import { type Schedule, verdictText, worstPhase } from './padding-schedule.rows.ts';
import { drawStack, stackLevels } from './padding-schedule.rulers.ts';
import type { PaddingScheduleRecords } from './permute-records.ts';
import type { SceneBuilder } from './scene-builder.ts';
import type { PictureView } from './view.ts';

export function drawWarp(
  scene: SceneBuilder,
  frame: PaddingScheduleFrame,
  { variants, chosen }: PaddingScheduleRecords,
  schedule: Schedule,
  view: PictureView,
): void {
  const { theme, textScale } = view;
  const first = frame.stackY + 22 * textScale;
  scene.text(0, first, `Warp ${chosen.warp}`, theme.ink, { size: 12 * textScale, weight: 600 });
  const words = warpWords(schedule, frame.isTight);
  scene.text(0, first + 15 * textScale, words, theme.ink3, { size: 11 * textScale });
  const levels = stackLevels(schedule);
  for (const variant of variants.keys()) {
    drawVerdict(scene, frame, schedule, variant, view);
    const request = schedule.requests[variant];
    if (request !== null) drawStack(scene, frame, variant, request, levels, view);
  }
}

function drawVerdict(
  scene: SceneBuilder,
  frame: PaddingScheduleFrame,
  { requests }: Schedule,
  variant: number,
  { theme, textScale }: PictureView,
): void {
  const x = frame.groupX[variant] + 10 * textScale;
  const baseline = frame.stackY + (frame.isInline ? 22 : 17) * textScale;
  const request = requests[variant];
  if (request === null) {
    scene.text(x, baseline, 'no shared memory', theme.ink2, { size: 11 * textScale });
    return;
  }
  const degree = worstPhase(request);
  const fill = degree > 1 ? theme.conflict.ink : theme.ok.ink;
  scene.text(x, baseline, verdictText(degree), fill, { size: 12 * textScale, weight: 700 });
}

/** 'D × A: words per bank, worst of 4 phases' */
function warpWords({ rows, requests }: Schedule, isTight: boolean): string {
  const stepped = rows.filter(({ steps }) => steps.length > 1).map(({ name }) => name);
  const modes = stepped.join(' × ');
  if (isTight) return modes;
  const phases = requests.find(request => request !== null)?.cost.ideal ?? 1;
  return `${modes}: words per bank${phases > 1 ? `, worst of ${phases} phases` : ''}`;
}

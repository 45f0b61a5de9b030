/** The last rows of the padding schedule: a whole warp, its words stacked by bank, as it stores and as it loads. */

import type { Request } from '../records.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import type { PictureView } from '../view.ts';
import { type PaddingScheduleFrame, stackBox, stackTop } from './frame.ts';
import type { WarpRequests } from './requests.ts';
import { type Schedule, verdictText, worstPhase } from './rows.ts';
import { drawStack, stackLevels } from './rulers.ts';

export function drawWarps(
  scene: SceneBuilder,
  frame: PaddingScheduleFrame,
  schedule: Schedule,
  view: PictureView,
): void {
  const levels = stackLevels(schedule);
  schedule.warps.forEach((warp, at) => {
    drawName(scene, frame, warp, at, view);
    warp.requests.forEach((request, variant) => {
      drawVerdict(scene, frame, request, { at, variant }, view);
      if (request !== null) drawStack(scene, frame, stackBox(frame, at, variant), request, levels, view);
    });
  });
}

function drawName(
  scene: SceneBuilder,
  frame: PaddingScheduleFrame,
  warp: WarpRequests,
  at: number,
  { theme, textScale }: PictureView,
): void {
  const top = stackTop(frame, at);
  const first = top + 20 * textScale;
  if (at > 0) scene.line([0, top], [frame.width, top], theme.line);
  const name = frame.isTight ? `${capital(warp.side)} ${warp.warp}` : `${capital(warp.side)}, warp ${warp.warp}`;
  scene.text(0, first, name, warp.isChosen ? theme.ink : theme.ink2, {
    size: 12 * textScale,
    weight: warp.isChosen ? 700 : 400,
  });
  const words = warpWords(warp, frame.isTight);
  scene.text(0, first + 15 * textScale, words, theme.ink3, { size: 11 * textScale });
}

const capital = (word: string): string => `${word[0].toUpperCase()}${word.slice(1)}`;

function drawVerdict(
  scene: SceneBuilder,
  frame: PaddingScheduleFrame,
  request: Request | null,
  { at, variant }: { readonly at: number; readonly variant: number },
  { theme, textScale }: PictureView,
): void {
  const x = frame.groupX[variant] + 10 * textScale;
  const baseline = stackTop(frame, at) + (frame.isInline ? 22 : 17) * textScale;
  if (request === null) {
    scene.text(x, baseline, 'no shared memory', theme.ink2, { size: 11 * textScale });
    return;
  }
  const degree = worstPhase(request);
  const fill = degree > 1 ? theme.conflict.ink : theme.ok.ink;
  scene.text(x, baseline, verdictText(degree), fill, { size: 12 * textScale, weight: 700 });
}

/** 'D × A: words per bank, worst of 4 phases' */
function warpWords({ stepped, requests }: WarpRequests, isTight: boolean): string {
  const modes = stepped.join(' × ');
  if (isTight || modes === '') return modes;
  const phases = requests.find(request => request !== null)?.cost.ideal ?? 1;
  return `${modes}: words per bank${phases > 1 ? `, worst of ${phases} phases` : ''}`;
}

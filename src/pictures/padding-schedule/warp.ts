/** The last rows of the padding schedule: a whole warp, its words stacked by bank, as it stores and as it loads. */

import type { Request } from '../records.ts';
import { type PaddingSchedulePen, stackBox, stackTop } from './frame.ts';
import type { WarpRequests } from './requests.ts';
import { verdictText, worstPhase } from './rows.ts';
import { drawStack, stackLevels } from './rulers.ts';

export function drawWarps(pen: PaddingSchedulePen): void {
  const { frame, schedule } = pen;
  const levels = stackLevels(schedule);
  schedule.warps.forEach((warp, at) => {
    drawName(pen, warp, at);
    warp.requests.forEach((request, variant) => {
      drawVerdict(pen, request, { at, variant });
      if (request !== null) drawStack(pen, stackBox(frame, at, variant), request, levels);
    });
  });
}

function drawName({ scene, frame, theme, textScale }: PaddingSchedulePen, warp: WarpRequests, at: number): void {
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
  { scene, frame, theme, textScale }: PaddingSchedulePen,
  request: Request | null,
  { at, variant }: { readonly at: number; readonly variant: number },
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

/** Padding schedule: a row per mode in the order of the lanes, per variant its pad, stride and residue, and where steps land. */
import { bankOf } from '../address-text.ts';
import { dimColour } from '../axis-ribbon/chips.ts';
import { placesOf } from '../permute/block-elements.ts';
import type { PaddingScheduleRecords, PermutedBlock } from '../permute/records.ts';
import type { Request } from '../records.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import { type Box, isPinned, type PictureView } from '../view.ts';
import { drawHead } from './column-heads.ts';
import {
  baselineOf,
  type PaddingScheduleFrame,
  type PaddingSchedulePen,
  paddingScheduleFrame,
  rulerBox,
  slotBox,
  stackBox,
  stackTop,
} from './frame.ts';
import type { WarpRequests } from './requests.ts';
import { type Schedule, type ScheduleRow, scheduleOf, verdictText, wordsOf, worstPhase } from './rows.ts';
import { drawCell, drawStack, stackLevels } from './rulers.ts';

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

// The last rows of the padding schedule: a whole warp, its words stacked by bank, as it stores and as it loads.

function drawWarps(pen: PaddingSchedulePen): void {
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

// Draws on the padding schedule: the pin, and the highlight of any picture.

/** The highlighted element on every ruler that shows it and its bank below; or a highlighted bank. */
function drawScheduleRings(pen: PaddingSchedulePen): void {
  const { frame, schedule } = pen;
  const { variants } = pen.records;
  const { highlight, selection } = pen.view;
  for (const [variant, block] of variants.entries()) {
    if (schedule.requests[variant] === null) continue;
    const boxesOf = (element: number): Box[] => [
      ...elementBoxes(frame, schedule, variant, element),
      ...bankBoxes(frame, schedule, variant, bankOfElement(block, element)),
    ];
    if (selection !== null) for (const box of boxesOf(selection.column)) pinnedRing(pen, box, undefined);
    if (highlight === null || isPinned(highlight, selection)) continue;
    const { cell, bank } = highlight;
    for (const box of cell === null ? bankBoxes(frame, schedule, variant, bank) : boxesOf(cell.column))
      hoverRing(pen, box, undefined);
  }
}

/** Its first one; null where it lies in none. */
function bankOfElement({ move, layout, baseBytes }: PermutedBlock, element: number): number | null {
  const place = placesOf(move, layout)?.placeOf[element];
  return place === undefined ? null : bankOf(baseBytes + place * move.elementBytes);
}

const bankBoxes = (
  frame: PaddingScheduleFrame,
  { warps }: Schedule,
  variant: number,
  bank: number | null,
): readonly Box[] =>
  bank === null ? [] : warps.map((_, warp) => slotBox(frame, stackBox(frame, warp, variant), bank));

function elementBoxes(frame: PaddingScheduleFrame, { rows }: Schedule, variant: number, element: number): Box[] {
  return rows.flatMap((row, at) =>
    row.cells[variant].landings
      .filter(landing => landing.element === element && row.steps.length > 1)
      .map(({ bank }) => slotBox(frame, rulerBox(frame, variant, at), bank, wordsOf(row.elementBytes))),
  );
}

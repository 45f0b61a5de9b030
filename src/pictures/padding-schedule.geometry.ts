/** Padding schedule: a row per mode in the order of the lanes, per variant its pad, stride and residue, and where steps land. */
import { dimColour } from './axis-ribbon.geometry.ts';
import { baselineOf, numberX, type PaddingScheduleFrame, paddingScheduleFrame } from './padding-schedule.frame.ts';
import { drawHead } from './padding-schedule.head.ts';
import {
  type Schedule,
  type ScheduleCell,
  type ScheduleRow,
  scheduleOf,
  verdictText,
  worstPhase,
} from './padding-schedule.rows.ts';
import { drawRuler, drawScheduleRings, drawStack, stackLevels } from './padding-schedule.rulers.ts';
import type { PaddingScheduleRecords } from './permute-records.ts';
import type { Scene } from './scene.ts';
import { SceneBuilder } from './scene-builder.ts';
import type { Theme } from './theme.ts';
import type { PictureView } from './view.ts';

const SWATCH_PX = 9;
const END = { anchor: 'end' } as const;
const BOLD = { weight: 700 } as const;

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
  drawWarp(scene, frame, records, schedule, view);
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
  scene.text(swatch + 5 * textScale, baseline, name, theme.ink, { size, ...BOLD });
  scene.text(frame.extentX, baseline, `${extent}`, theme.ink2, { size, ...END });
  const text = wanted === null ? 'any' : `≡ ${wanted}`;
  scene.text(frame.wantedX, baseline, text, wanted === null ? theme.ink3 : theme.ink, { size, ...END });
}

interface CellPlace {
  readonly row: number;
  readonly variant: number;
}

function drawCell(
  scene: SceneBuilder,
  frame: PaddingScheduleFrame,
  schedule: Schedule,
  place: CellPlace,
  view: PictureView,
): void {
  const { theme, textScale } = view;
  const { row, variant } = place;
  const cell = schedule.rows[row].cells[variant];
  const baseline = baselineOf(frame, row);
  const words = wordsFor(schedule, cell, variant);
  const size = 12 * textScale;
  if (words !== null)
    scene.text(frame.groupX[variant] + 10 * textScale, baseline, words, theme.ink2, { size: 11 * textScale });
  else {
    const isPadded = cell.pad > 0;
    scene.text(
      numberX(frame, variant, 'padX'),
      baseline,
      isPadded ? `+${cell.pad}` : '0',
      isPadded ? theme.ink : theme.ink3,
      {
        size,
        ...END,
        ...(isPadded ? BOLD : {}),
      },
    );
    scene.text(numberX(frame, variant, 'strideX'), baseline, `${cell.stride}`, theme.ink2, { size, ...END });
    const fill = residueInk(theme, schedule, place);
    const weight = fill === theme.ink2 ? 400 : 700;
    scene.text(numberX(frame, variant, 'residueX'), baseline, `${cell.residue}`, fill, { size, weight, ...END });
  }
  drawRuler(scene, frame, schedule, place, view);
}

/** What stands in place of pad, stride and residue; null where they say it all. */
function wordsFor({ placedBy }: Schedule, cell: ScheduleCell, variant: number): string | null {
  if (placedBy[variant] === 'registers') return 'registers only';
  if (placedBy[variant] === 'table') return 'by table';
  return cell.xorText === '' ? null : cell.xorText.replace('bits ', '').replace(' XORed into ', ' ⊕ into ');
}

/** Another residue than the wanted one is wrong only where it costs something. */
function residueInk(theme: Theme, { rows, requests }: Schedule, { row, variant }: CellPlace): string {
  const { wanted, cells } = rows[row];
  if (wanted === null) return theme.ink2;
  if (wanted === cells[variant].residue) return theme.ok.ink;
  const request = requests[variant];
  return request !== null && worstPhase(request) > 1 ? theme.conflict.ink : theme.ink2;
}

/** The last row: a whole warp, its words stacked by bank. */
function drawWarp(
  scene: SceneBuilder,
  frame: PaddingScheduleFrame,
  { variants, chosen }: PaddingScheduleRecords,
  schedule: Schedule,
  view: PictureView,
): void {
  const { theme, textScale } = view;
  const size = 12 * textScale;
  const first = frame.stackY + 22 * textScale;
  scene.text(0, first, `Warp ${chosen.warp}`, theme.ink, { size, weight: 600 });
  const stepped = schedule.rows.filter(({ steps }) => steps.length > 1).map(({ name }) => name);
  scene.text(0, first + 15 * textScale, warpWords(schedule, stepped, frame.isTight), theme.ink3, {
    size: 11 * textScale,
  });
  const levels = stackLevels(schedule);
  for (const variant of variants.keys()) {
    const request = schedule.requests[variant];
    const x = frame.groupX[variant] + 10 * textScale;
    const baseline = frame.isInline ? first : frame.stackY + 17 * textScale;
    if (request === null) {
      scene.text(x, baseline, 'no shared memory', theme.ink2, { size: 11 * textScale });
      continue;
    }
    const degree = worstPhase(request);
    const fill = degree > 1 ? theme.conflict.ink : theme.ok.ink;
    scene.text(x, baseline, verdictText(degree), fill, { size, ...BOLD });
    drawStack(scene, frame, variant, request, levels, view);
  }
}

function warpWords({ requests }: Schedule, stepped: readonly string[], isTight: boolean): string {
  const phases = requests.find(request => request !== null)?.cost.ideal ?? 1;
  const worst = phases > 1 ? `worst of ${phases} phases` : '';
  if (isTight) return stepped.join(' × ');
  return [`${stepped.join(' × ')}: words per bank`, worst].filter(Boolean).join(', ');
}

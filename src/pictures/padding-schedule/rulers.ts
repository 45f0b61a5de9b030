/** Rulers of 32 banks: where the steps along a mode land, and how a whole warp stacks up. */

import { BANKS } from '../../base/hardware.ts';
import { dimColour } from '../axis-ribbon/chips.ts';
import type { Request } from '../records.ts';
import { textPx } from '../scene/text-metrics.ts';
import { degreeFill, type Theme } from '../theme.ts';
import type { Box } from '../view.ts';
import { baselineOf, numberX, type PaddingSchedulePen, rulerBox, rulerX, slotBox } from './frame.ts';
import {
  type ElementLanding,
  type Schedule,
  type ScheduleCell,
  type ScheduleRow,
  wordsOf,
  wordsPerBank,
  worstPhase,
} from './rows.ts';

/** Every stack has room for this many cells: a single wavefront then looks low. */
const LEAST_LEVELS = 4;
/** Above this cells melt into a bar. */
const MOST_CELLS = 8;

export interface CellPlace {
  readonly row: number;
  readonly variant: number;
}

export function drawRuler(pen: PaddingSchedulePen, { row: at, variant }: CellPlace): void {
  const { scene, frame, theme, textScale } = pen;
  const { rows, placedBy } = pen.schedule;
  const box = rulerBox(frame, variant, at);
  const row = rows[at];
  const { landings } = row.cells[variant];
  if (placedBy[variant] === 'registers') return;
  if (row.steps.length < 2) {
    const size = 11 * textScale;
    const text = ['not crossed by the warp', 'not crossed'].find(words => textPx(words, size) <= box.width);
    scene.text(box.x, box.y + box.height / 2 + 4 * textScale, text ?? '—', theme.ink3, { size });
    return;
  }
  for (let bank = 0; bank < BANKS; bank++) scene.rect(slotBox(frame, box, bank), theme.cellIdle);
  const colour = dimColour(theme, row.dim);
  const words = wordsOf(row.elementBytes);
  for (const { bank } of landings) scene.rect(slotBox(frame, box, bank, words), colour, { radius: 1, bank });
  drawLabels(pen, box, row, landings);
}

/** 'a=1' beside each mark; '1' where only that fits; nothing where one of them would not fit. */
function drawLabels(
  { scene, frame, theme, textScale }: PaddingSchedulePen,
  box: Box,
  row: ScheduleRow,
  landings: readonly ElementLanding[],
): void {
  const banks = [...new Set(landings.map(({ bank }) => bank))].toSorted((a, b) => a - b);
  const steps = banks.map(bank => landings.filter(at => at.bank === bank).map(({ index }) => index));
  const marked = wordsOf(row.elementBytes) * frame.slot;
  const rooms = banks.map((bank, i) => ((banks[i + 1] ?? BANKS) - bank) * frame.slot - marked);
  const labels = [`${row.name.toLowerCase()}=`, '']
    .map(prefix => steps.map(indices => stepsText(prefix, indices)))
    .find(texts => texts.every((text, i) => textPx(text, 10 * textScale, 'digits') + 6 <= rooms[i]));
  labels?.forEach((label, i) => {
    const x = box.x + banks[i] * frame.slot + marked + 2;
    scene.text(x, box.y + box.height / 2 + 3.6 * textScale, label, theme.ink2);
  });
}

/** 'a=2', 'a=0…3', or '8 steps' where they do not follow each other. */
function stepsText(prefix: string, indices: readonly number[]): string {
  const first = indices[0];
  if (indices.length === 1) return `${prefix}${first}`;
  const isRun = indices.every((index, i) => index === first + i);
  return isRun ? `${prefix}${first}…${first + indices.length - 1}` : `${indices.length} steps`;
}

/** Cells of a full stack, the same for all variants. */
export const stackLevels = ({ warps }: Schedule): number =>
  Math.max(
    LEAST_LEVELS,
    ...warps.flatMap(({ requests }) => requests).map(request => (request === null ? 0 : worstPhase(request))),
  );

export function drawStack(
  { scene, frame, theme }: PaddingSchedulePen,
  box: Box,
  request: Request,
  levels: number,
): void {
  const level = box.height / levels;
  const gap = levels > MOST_CELLS ? 0 : 1;
  wordsPerBank(request).forEach((words, bank) => {
    const slot = slotBox(frame, box, bank);
    for (let i = 0; i < (gap === 0 ? 1 : levels); i++) {
      const height = gap === 0 ? box.height : level - gap;
      scene.rect({ ...slot, y: box.y + i * level, height }, theme.cellIdle);
    }
    for (let i = 0; i < (gap === 0 ? Math.min(1, words) : words); i++) {
      const height = gap === 0 ? Math.max(2, words * level) : level - gap;
      const y = box.y + box.height - (gap === 0 ? height : (i + 1) * level);
      scene.rect({ ...slot, y, height }, degreeFill(theme, words), { bank });
    }
  });
}

// A variant's part of a row: pad, stride and residue, or what stands in their place, and the ruler.

export function drawCell(pen: PaddingSchedulePen, place: CellPlace): void {
  const { scene, frame, theme, textScale, schedule } = pen;
  const { row, variant } = place;
  const cell = schedule.rows[row].cells[variant];
  const words = wordsFor(schedule, cell, variant);
  if (words === null) drawNumbers(pen, cell, { ...place, ink: residueInk(theme, schedule, place) });
  else {
    const size = 11 * textScale;
    const x = frame.groupX[variant] + 10 * textScale;
    const end = frame.isInline ? rulerX(frame, variant) : frame.groupX[variant + 1];
    const { xor } = pen.records.variants[variant].layout;
    const text = textPx(words, size) <= end - x ? words : `${xor.length} bits XORed`;
    scene.text(x, baselineOf(frame, row), text, theme.ink2, { size });
  }
  drawRuler(pen, place);
}

function drawNumbers(
  { scene, frame, theme, textScale }: PaddingSchedulePen,
  { pad, stride, residue }: ScheduleCell,
  { row, variant, ink }: CellPlace & { readonly ink: string },
): void {
  const baseline = baselineOf(frame, row);
  const plain = { size: 12 * textScale, anchor: 'end' } as const;
  const bold = { ...plain, weight: 700 } as const;
  const x = (column: 'padX' | 'strideX' | 'residueX'): number => numberX(frame, variant, column);
  if (pad > 0) scene.text(x('padX'), baseline, `+${pad}`, theme.ink, bold);
  else scene.text(x('padX'), baseline, '0', theme.ink3, plain);
  scene.text(x('strideX'), baseline, `${stride}`, theme.ink2, plain);
  scene.text(x('residueX'), baseline, `${residue}`, ink, ink === theme.ink2 ? plain : bold);
}

/** Words in place of pad, stride and residue; null if those three say everything. */
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

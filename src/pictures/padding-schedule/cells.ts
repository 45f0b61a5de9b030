/** A variant's part of a row: pad, stride and residue, or what stands in their place, and the ruler. */

import type { Theme } from '../theme.ts';
import { baselineOf, numberX, type PaddingSchedulePen } from './frame.ts';
import { type Schedule, type ScheduleCell, worstPhase } from './rows.ts';
import { type CellPlace, drawRuler } from './rulers.ts';

export function drawCell(pen: PaddingSchedulePen, place: CellPlace): void {
  const { scene, frame, theme, textScale, schedule } = pen;
  const { row, variant } = place;
  const cell = schedule.rows[row].cells[variant];
  const words = wordsFor(schedule, cell, variant);
  if (words === null) drawNumbers(pen, cell, { ...place, ink: residueInk(theme, schedule, place) });
  else {
    const x = frame.groupX[variant] + 10 * textScale;
    scene.text(x, baselineOf(frame, row), words, theme.ink2, { size: 11 * textScale });
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

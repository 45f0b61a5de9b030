/** What a point of the padding schedule means, and what a drag of a ruler asks for. */
import { BANKS } from '../../base/hardware.ts';
import { bankStepElements } from '../../model/permute/strides.ts';
import { type PaddingScheduleFrame, rulerBox, rulerX, stackTop } from './frame.ts';
import { wordsOf } from './rows.ts';

/** Pad of a mode [elements] after a drag of its ruler by `dx`: its steps move from bank to bank. */
export function padAfterDrag(frame: PaddingScheduleFrame, pad: number, dx: number, elementBytes: number): number {
  const step = bankStepElements(elementBytes);
  return Math.max(0, pad + Math.round(dx / (frame.slot * wordsOf(elementBytes))) * step);
}

export type ScheduleTarget =
  | { readonly kind: 'slot'; readonly row: number; readonly variant: number; readonly bank: number }
  | { readonly kind: 'bank'; readonly warp: number; readonly variant: number; readonly bank: number }
  | { readonly kind: 'row'; readonly row: number; readonly variant: number | null };

export function paddingScheduleHit(
  frame: PaddingScheduleFrame,
  rows: number,
  px: number,
  py: number,
): ScheduleTarget | null {
  const group = frame.groupX.findLastIndex(x => px >= x);
  const variant = group >= 0 && group < frame.groupX.length - 1 ? group : null;
  const bank = variant === null ? -1 : Math.floor((px - rulerX(frame, variant)) / frame.slot);
  const isBank = variant !== null && bank >= 0 && bank < BANKS;
  if (py >= frame.stackY && py < frame.height) {
    const warp = py < stackTop(frame, 1) ? 0 : 1;
    return isBank ? { kind: 'bank', warp, variant, bank } : null;
  }
  const row = Math.floor((py - frame.rowsY) / frame.rowPitch);
  if (row < 0 || row >= rows) return null;
  const onRuler = isBank && py >= rulerBox(frame, variant, row).y;
  return onRuler ? { kind: 'slot', row, variant, bank } : { kind: 'row', row, variant };
}

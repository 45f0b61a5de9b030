/** Marks differences on the punch card: beside a lane's bank, the bank that the model predicts. */
import { BANKS, WORD_BYTES } from '../../base/hardware.ts';
import { bankOf } from '../address-text.ts';
import type { PunchCardRecords } from '../records.ts';
import { cornerFlag, predictedRing } from '../requests/difference-marks.ts';
import { laneDifferences } from '../requests/lane-differences.ts';
import type { Box } from '../view.ts';
import { type PunchCardFrame, type PunchCardPen, type PunchTarget, punchBox } from './frame.ts';

interface PunchDifference {
  readonly lane: number;
  /** Row of the emulated request; only the place within it is compared. */
  readonly row: number;
  /** First and number of the predicted banks; null = predicted idle. */
  readonly banks: { readonly first: number; readonly count: number } | null;
  /** Bank of the lane's first word; null = idle. */
  readonly emulatedBank: number | null;
}

/** Lanes that differ and have a row of their own on this card. */
function punchDifferences({ request, predicted, rows }: PunchCardRecords): PunchDifference[] {
  return laneDifferences(request, predicted).flatMap(({ lane, predicted: address, emulated, bytes }) => {
    const hit = request.cost.hits.find(h => h.lane === lane);
    const row = rows === 'lanes' ? lane : hit?.wavefront;
    if (row === undefined) return [];
    const count = Math.max(1, bytes / WORD_BYTES);
    const banks = address === null ? null : { first: bankOf(address), count };
    return [{ lane, row, banks, emulatedBank: emulated === null ? null : bankOf(emulated) }];
  });
}

/** The lane whose predicted place a target is, where the emulated requests leave it empty. */
export const laneMissedAt = (records: PunchCardRecords, { row, bank }: PunchTarget): number | null =>
  punchDifferences(records).find(
    d => d.row === row && d.banks !== null && bank >= d.banks.first && bank < d.banks.first + d.banks.count,
  )?.lane ?? null;

export function drawDifferences(pen: PunchCardPen): void {
  const { frame, records } = pen;
  const differences = punchDifferences(records).filter(({ row }) => row < frame.rowY.length);
  for (const { row, banks } of differences)
    if (banks !== null) predictedRing(pen, boxOf(frame, row, banks.first, banks.count));
  for (const { row, emulatedBank } of differences)
    if (emulatedBank !== null) cornerFlag(pen, boxOf(frame, row, emulatedBank, 1));
}

const boxOf = (frame: PunchCardFrame, row: number, bank: number, banks: number): Box =>
  punchBox(frame, row, bank, Math.min(banks, BANKS - bank));

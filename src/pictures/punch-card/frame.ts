/** Places of a punch card's rows and columns. Also finds what is under a point. */
import { BANKS } from '../../base/hardware.ts';
import type { PunchCardRecords } from '../records.ts';
import { bankPitch, leftPx } from '../scene/grid-frame.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box, PictureView } from '../view.ts';

const TOP_PX = 6;
const PHASE_GAP_PX = 6;
const ROW_PX = { least: 4, greatest: 10 };

export interface PunchCardFrame {
  readonly x: number;
  readonly pitchX: number;
  readonly pitchY: number;
  readonly gap: number;
  /** Rows of each phase, in order. */
  readonly phaseRows: readonly number[];
  /** Top of each row. */
  readonly rowY: readonly number[];
  readonly bottom: number;
}

export type PunchCardPen = PicturePen<PunchCardFrame, PunchCardRecords>;

export function punchCardFrame({ request, rows }: PunchCardRecords, view: PictureView): PunchCardFrame {
  const phaseRows = request.cost.phases
    .map(phase => (rows === 'lanes' ? phase.lanes.length : phase.wavefronts))
    .filter(n => n > 0);
  const pitchX = Math.max(4, bankPitch(view));
  // Lane numbers stand in the cells of the second kind, so these stay square.
  const greatest = rows === 'lanes' ? ROW_PX.greatest : Math.max(ROW_PX.greatest, Math.min(pitchX, 20));
  const pitchY = Math.min(greatest, rowPitch(phaseRows, view.maxHeight));
  const rowY: number[] = [];
  let y = TOP_PX;
  for (const n of phaseRows) {
    for (let i = 0; i < n; i++) rowY.push(y + i * pitchY);
    y += n * pitchY + PHASE_GAP_PX;
  }
  return { x: leftPx(view), pitchX, pitchY, gap: pitchX >= 6 ? 1 : 0, phaseRows, rowY, bottom: y - PHASE_GAP_PX };
}

/** Whole pixels, as many as all rows and the gaps between phases leave each. */
function rowPitch(phaseRows: readonly number[], maxHeight: number): number {
  const total = phaseRows.reduce((sum, n) => sum + n, 0);
  const gaps = Math.max(0, phaseRows.length - 1) * PHASE_GAP_PX;
  return Math.max(ROW_PX.least, Math.floor((maxHeight - gaps) / Math.max(1, total)));
}

/** Row under a height; null in the gap between phases. */
function rowUnder(frame: PunchCardFrame, py: number): number | null {
  const row = frame.rowY.findLastIndex(y => py >= y);
  return row >= 0 && py < frame.rowY[row] + frame.pitchY ? row : null;
}

export interface PunchTarget {
  /** Lane or wavefront, as the card has it. */
  readonly row: number;
  readonly bank: number;
}

export function punchCardHit(records: PunchCardRecords, view: PictureView, px: number, py: number): PunchTarget | null {
  const frame = punchCardFrame(records, view);
  const bank = Math.floor((px - frame.x) / frame.pitchX);
  const row = rowUnder(frame, py);
  return row === null || bank < 0 || bank >= BANKS ? null : { row, bank };
}

export const punchBox = (frame: PunchCardFrame, row: number, bank: number, banks = 1): Box => ({
  x: frame.x + bank * frame.pitchX,
  y: frame.rowY[row],
  width: banks * frame.pitchX - frame.gap,
  height: frame.pitchY - frame.gap,
});

/** First wavefront of a phase: the one that no layout could save. */
export const firstWavefront = ({ request }: PunchCardRecords, phase: number): number =>
  request.cost.phases.slice(0, phase).reduce((sum, p) => sum + p.wavefronts, 0);

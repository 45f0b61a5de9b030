/** Round a punch card: row and bank numbers, what each row is about, and the degree of every phase. */
import { BANKS } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import { count } from '../address-text.ts';
import type { PunchCardRecords } from '../records.ts';
import { isActive } from '../requests/request-cells.ts';
import { drawBankNumbers, indexTicks } from '../scene/axis.ts';
import { degreeChip } from '../theme.ts';
import type { PunchCardFrame, PunchCardPen } from './frame.ts';

const TICKS_PX = 14;
const CHIPS_PX = 20;
/** Height that the card needs below its rows, before text is scaled. */
export const BELOW_PX = TICKS_PX + CHIPS_PX;

export function drawAxes(pen: PunchCardPen): void {
  const { scene, frame, theme, textScale, records } = pen;
  const ink = theme.ink3;
  const right = frame.x + BANKS * frame.pitchX + 5;
  const y = (row: number): number => frame.rowY[row] + frame.pitchY / 2 + 3 * textScale;
  const isLanes = records.rows === 'lanes';
  const rows = rowTicks(frame, records, textScale);
  for (const row of rows) scene.text(frame.x - 5, y(row), `${isLanes ? row : row + 1}`, ink, { anchor: 'end' });
  drawBankNumbers(pen, { x: frame.x, pitch: frame.pitchX, gap: 1 }, frame.bottom);
  const isEveryRow = isLanes && frame.pitchY >= 10 * textScale;
  for (const row of isEveryRow ? frame.rowY.keys() : rows)
    scene.text(right, y(row), rowText(records, row), ink, { mono: isLanes });
}

/** The address of a lane, or how many lanes a wavefront serves. */
function rowText({ request: { access, cost }, rows }: PunchCardRecords, row: number): string {
  if (rows === 'lanes') return isActive(access, row) ? addressText(access.address[row]) : '—';
  return count(new Set(cost.hits.filter(hit => hit.wavefront === row).map(hit => hit.lane)).size, 'lane');
}

const rowTicks = ({ rowY, pitchY }: PunchCardFrame, { rows }: PunchCardRecords, textScale: number): number[] =>
  rows === 'lanes'
    ? indexTicks(rowY.length, Math.min(pitchY, 13), 12 * textScale)
    : wavefrontTicks(rowY, 10 * textScale);

/** Wavefronts are counted from 1: ticks at 1, every 8th, and the last; of up to 8 all that have room. */
function wavefrontTicks(rowY: readonly number[], roomPx: number): number[] {
  const last = rowY.length - 1;
  const isApart = (above: number, below: number): boolean => rowY[below] - rowY[above] >= roomPx;
  const ticks: number[] = [];
  for (let i = 0; i < last; i++) {
    const isWanted = last < 8 || i === 0 || ((i + 1) % 8 === 0 && last - i > 1);
    if (isWanted && isApart(i, last) && ticks.every(above => isApart(above, i))) ticks.push(i);
  }
  return [...ticks, last];
}

const CHIP = { width: 22, height: 14, pitch: 26, top: 4, baseline: 10.5 };

/** Room for the longer label left of the chips, before text is scaled. */
const LONG_LABEL_PX = 132;

const chipsLabel = (phases: number, roomPx: number): string =>
  phases > 1 && roomPx >= LONG_LABEL_PX ? 'wavefronts per phase' : 'wavefronts';

export function drawPhaseChips({ scene, frame, theme, textScale, records: { request } }: PunchCardPen): void {
  const degrees = request.cost.phases.filter(phase => phase.words > 0).map(phase => phase.wavefronts);
  const [width, height, pitch] = [CHIP.width, CHIP.height, CHIP.pitch].map(px => px * textScale);
  const y = frame.bottom + (TICKS_PX + CHIP.top) * textScale;
  const baseline = y + CHIP.baseline * textScale;
  const left = frame.x + BANKS * frame.pitchX - (degrees.length - 1) * pitch - width;
  scene.text(left - 6, baseline, chipsLabel(degrees.length, left / textScale), theme.ink3, { anchor: 'end' });
  degrees.forEach((degree, i) => {
    const { fill, text } = degreeChip(theme, degree);
    const x = left + i * pitch;
    scene.rect({ x, y, width, height }, fill, { radius: 3 });
    scene.text(x + width / 2, baseline, `${degree}`, text, { weight: 700, anchor: 'middle' });
  });
}

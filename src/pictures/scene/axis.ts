/** Axes of pictures with cells: which indices are written, where their labels stand, guide lines of grids. */
import { BANKS } from '../../base/hardware.ts';
import type { GridPen, Pen } from './pen.ts';
import { textPx } from './text-metrics.ts';

/** Indices with a tick: every 8 (or as many as there is room for) and the last one. */
export function indexTicks(count: number, pitch: number, roomPx: number): number[] {
  let step = pitch >= 20 ? 1 : pitch >= 14 ? 4 : 8;
  while (step * pitch < roomPx) step *= 2;
  const last = count - 1;
  const out: number[] = [];
  for (let i = 0; i < last; i += step) if ((last - i) * pitch >= roomPx || i === 0) out.push(i);
  return [...out, last];
}

/** Least room from number to number: beside each other, and one above the other. Before text is scaled. */
const COLUMN_ROOM_PX = 22;
const ROW_ROOM_PX = 12;
/** Between numbers of more digits than those have room for. */
const COLUMN_GAP_PX = 3;
/** Distance from the middle of a row down to the baseline of its number. */
const ROW_BASELINE_PX = 3.5;

/** Cells of equal size along one side of a picture. */
export interface CellAxis {
  readonly count: number;
  /** Edge of cell 0, and from edge to edge. */
  readonly start: number;
  readonly pitch: number;
  readonly gap: number;
  /** Numbers outside of it are left out: a zoomed grid reaches beyond its plot. */
  readonly within?: { readonly from: number; readonly to: number };
  readonly labelOf?: (index: number) => string;
  readonly roomPx?: number;
}

function* numbersOf({ count, start, pitch, gap, within, labelOf }: CellAxis, roomPx: number) {
  for (const index of indexTicks(count, pitch, roomPx)) {
    const middle = start + index * pitch + (pitch - gap) / 2;
    if (within === undefined || (middle >= within.from && middle <= within.to))
      yield { middle, label: labelOf?.(index) ?? `${index}` };
  }
}

export function drawColumnNumbers({ scene, theme, textScale }: Pen, axis: CellAxis, baseline: number): void {
  const room = Math.max(axis.roomPx ?? COLUMN_ROOM_PX, textPx(`${axis.count}`, 10, 'digits') + COLUMN_GAP_PX);
  for (const { middle, label } of numbersOf(axis, room * textScale))
    scene.text(middle, baseline, label, theme.ink3, { anchor: 'middle' });
}

/** They end at `right`. */
export function drawRowNumbers({ scene, theme, textScale }: Pen, axis: CellAxis, right: number): void {
  for (const { middle, label } of numbersOf(axis, (axis.roomPx ?? ROW_ROOM_PX) * textScale))
    scene.text(right, middle + ROW_BASELINE_PX * textScale, label, theme.ink3, { anchor: 'end' });
}

/** Wider columns have no more numbers: all pictures by banks write every 8th. */
const MOST_TICK_PITCH_PX = 13;

/** Numbers of banks, every 8th, below a picture that ends at `bottom`. */
export function drawBankNumbers(
  { scene, theme, textScale }: Pen,
  { x, pitch, gap }: { readonly x: number; readonly pitch: number; readonly gap: number },
  bottom: number,
): void {
  for (const bank of indexTicks(BANKS, Math.min(pitch, MOST_TICK_PITCH_PX), COLUMN_ROOM_PX * textScale))
    scene.text(x + bank * pitch + (pitch - gap) / 2, bottom + 11 * textScale, `${bank}`, theme.ink3, {
      anchor: 'middle',
    });
}

/** Row and column numbers of a grid of cells. */
export function drawGridAxes(pen: GridPen): void {
  const { plot, x, y, columns, rows, pitch, gap } = pen.frame;
  const across = { from: plot.x, to: plot.x + plot.width };
  const down = { from: plot.y, to: plot.y + plot.height };
  drawColumnNumbers(pen, { count: columns, start: x, pitch, gap, within: across }, plot.y - 5);
  drawRowNumbers(pen, { count: rows, start: y, pitch, gap, within: down }, plot.x - 5);
  drawPadTick(pen);
}

function drawPadTick({ scene, frame, theme, textScale }: GridPen): void {
  if (frame.padColumns === 0) return;
  const lastLabelEnd =
    frame.x + (frame.columns - 0.5) * frame.pitch + textPx(`${frame.columns - 1}`, 10 * textScale, 'digits') / 2;
  const x = Math.max(frame.x + frame.columns * frame.pitch + 1, lastLabelEnd + 3);
  if (x < frame.plot.x + frame.plot.width) scene.text(x, frame.plot.y - 5, 'pad', theme.ink3);
}

/** Below 6 px cells have no gaps: a thin line every 8 keeps them countable. */
export function drawGuides({ scene, frame, theme }: GridPen): void {
  if (frame.gap > 0 || frame.pitch < 2) return;
  const { plot, pitch } = frame;
  const style = { width: 0.75, opacity: 0.7 };
  for (let c = 8; c < frame.columns; c += 8) {
    const x = frame.x + c * pitch;
    scene.line(
      [x, Math.max(plot.y, frame.y)],
      [x, Math.min(plot.y + plot.height, frame.y + frame.rows * pitch)],
      theme.page,
      style,
    );
  }
  for (let r = 8; r < frame.rows; r += 8) {
    const y = frame.y + r * pitch;
    scene.line(
      [Math.max(plot.x, frame.x), y],
      [Math.min(plot.x + plot.width, frame.x + frame.columns * pitch), y],
      theme.page,
      style,
    );
  }
}

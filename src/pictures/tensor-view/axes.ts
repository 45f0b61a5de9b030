/** The edges of a tensor view: for each loop its name, its indices, and brackets that show what an outer index spans. */

import { cellStart, type NestedTrack } from '../nested-track.ts';
import type { PermutedBlock } from '../permute/records.ts';
import { indexTicks } from '../scene/axis.ts';
import { textPx } from '../scene/text-metrics.ts';
import type { Theme } from '../theme.ts';
import { type Level, nameGapPx, type TensorViewPen } from './frame.ts';

const TICK_BASELINE_PX = 3.5;
const BRACKET = { width: 1.5 };

export function drawTensorAxes(pen: TensorViewPen): void {
  const { frame } = pen;
  const { block } = pen.records;
  for (const [i, level] of frame.columnLevels.entries()) drawColumnLevel(pen, level, i, block);
  for (const [i, level] of frame.rowLevels.entries()) drawRowLevel(pen, level, frame.rowLabelX[i], block);
}

/** A dimension keeps its colour, and always shows its letter as well. */
const inkOf = ({ series }: Theme, { move }: PermutedBlock, { mode }: Level): string =>
  series[move.modes[mode].dim % series.length];

function drawColumnLevel(
  { scene, frame, theme, textScale, view }: TensorViewPen,
  level: Level,
  at: number,
  block: PermutedBlock,
): void {
  const { plot } = frame;
  const baseline = ((plot.y - 4) / frame.columnLevels.length) * (at + 1) - 3;
  const room = {
    apart: 22 * textScale,
    beside: textPx(`${level.extent - 1}`, 10 * textScale, 'digits') + 4 * textScale,
  };
  const isOuter = at < frame.columnLevels.length - 1;
  const colour = inkOf(theme, block, level);
  const nameX = plot.x + plot.width + nameGapPx(level, view);
  scene.text(nameX, baseline, block.names[level.mode], theme.ink, { weight: 700 });
  if (!isOuter) scene.line([plot.x, plot.y - 4], [plot.x + plot.width, plot.y - 4], colour, BRACKET);
  for (const { index, start, end, isTick } of spans(frame.columns, level, room)) {
    const [from, to] = [Math.max(plot.x, frame.x + start), Math.min(plot.x + plot.width, frame.x + end)];
    if (to <= from) continue;
    if (isOuter) scene.line([from, baseline + 2.5], [to, baseline + 2.5], colour, BRACKET);
    if (isTick) scene.text((from + to) / 2, baseline, `${index}`, theme.ink3, { anchor: 'middle' });
  }
}

function drawRowLevel(
  { scene, frame, theme, textScale }: TensorViewPen,
  level: Level,
  labelX: number,
  block: PermutedBlock,
): void {
  const { plot } = frame;
  const room = { apart: 12 * textScale, beside: 11 * textScale };
  const isOuter = level !== frame.rowLevels.at(-1);
  const colour = inkOf(theme, block, level);
  const bracketX = labelX + 2.5;
  scene.text(labelX, plot.y - 7, block.names[level.mode], theme.ink, { weight: 700, anchor: 'end' });
  if (!isOuter) scene.line([bracketX, plot.y], [bracketX, plot.y + plot.height], colour, BRACKET);
  for (const { index, start, end, isTick } of spans(frame.rows, level, room)) {
    const [from, to] = [Math.max(plot.y, frame.y + start), Math.min(plot.y + plot.height, frame.y + end)];
    if (to <= from) continue;
    if (isOuter) scene.line([bracketX, from], [bracketX, to], colour, BRACKET);
    if (!isTick) continue;
    const middle = (from + to) / 2 + TICK_BASELINE_PX * textScale;
    scene.text(labelX, middle, `${index}`, theme.ink3, { anchor: 'end' });
  }
}

interface Span {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  /** Whether there is room for its number. */
  readonly isTick: boolean;
}

/** Every step of a loop, each time that the loop runs. */
function* spans(track: NestedTrack, level: Level, roomPx: Room): Generator<Span> {
  const { extent, inner } = level;
  const ticked = tickedIndices(track, level, roomPx);
  for (let cell = 0; cell < track.count; cell += inner) {
    const index = (cell / inner) % extent;
    const end = cellStart(track, cell + inner - 1) + track.pitch - track.cellGap;
    yield { index, start: cellStart(track, cell), end, isTick: ticked.has(index) };
  }
}

/** Room for a number, and between it and the number of another run of the loop. */
interface Room {
  readonly apart: number;
  readonly beside: number;
}

function tickedIndices(track: NestedTrack, { extent, inner }: Level, { apart, beside }: Room): Set<number> {
  const stepPx = extent > 1 ? cellStart(track, inner) : track.pitch * inner;
  const isRepeated = extent * inner < track.count;
  const last = extent - 1;
  if (last * stepPx < beside) return new Set(isRepeated ? [] : [0]);
  if (!isRepeated) return new Set(indexTicks(extent, stepPx, apart));
  const toNextRun = cellStart(track, extent * inner) - cellStart(track, last * inner);
  return new Set(indexTicks(extent, stepPx, apart).filter(index => index < last || toNextRun >= beside));
}

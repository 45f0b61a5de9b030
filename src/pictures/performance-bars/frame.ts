/** Places of the names, bars and numbers of performance bars. */

import type { PicturePen } from '../scene/pen.ts';
import { longestPx } from '../scene/text-metrics.ts';
import type { Box, PictureView } from '../view.ts';
import { hasValue, type PerformanceBarsRecords, type PerformanceRow, rowsOf } from './records.ts';

const ROW_PX = 19;
const HEAD_PX = 20;
const BAR_PX = 11;
const GAP_PX = 10;
export const TEXT_PX = 11;
const BADGE_PX = 22;
/** Greatest share of the picture's width for names. */
const NAME_SHARE = 0.4;
/** Least width beside the names and numbers: where it is less, they stand above their bars. */
const LEAST_AXIS_PX = 150;
/** Height of a name and its number above their bar. */
const ABOVE_PX = 15;
/** Halves of the axis' last and first numbers. */
const [END_PX, START_PX] = [18, 4];

export interface PerformanceBarsFrame {
  /** Ends of the axis, 0 and 100 %. */
  readonly left: number;
  readonly right: number;
  readonly rowPx: number;
  readonly barPx: number;
  /** Height of the name and the number above each bar; 0 where they stand beside it. */
  readonly abovePx: number;
  /** Top of each group's name and of each row, from above. */
  readonly heads: readonly number[];
  readonly tops: readonly number[];
  readonly bottom: number;
  /** Where upright lines go, from above: through everything, or through the rows alone where a group's name reaches into them. */
  readonly spans: readonly (readonly [top: number, bottom: number])[];
}

export type PerformanceBarsPen = PicturePen<PerformanceBarsFrame, PerformanceBarsRecords>;

export function performanceBarsFrame(
  records: PerformanceBarsRecords,
  { width, textScale }: PictureView,
): PerformanceBarsFrame {
  const rows = rowsOf(records);
  const size = TEXT_PX * textScale;
  const badge = rows.some(({ letter }) => letter !== null) ? BADGE_PX * textScale : 0;
  const names = Math.min(
    NAME_SHARE * width,
    badge +
      longestPx(
        rows.map(({ name }) => name),
        size,
      ),
  );
  // Words in the place of a number may reach into the row's axis: it has no bar.
  const numbers = longestPx(rows.filter(({ value }) => hasValue(value)).map(wordsOf), size, 'bold');
  const beside = { left: names + GAP_PX, right: width - numbers - GAP_PX };
  const isNarrow = beside.right - beside.left < LEAST_AXIS_PX * textScale;
  const rowPx = (isNarrow ? ABOVE_PX + ROW_PX : ROW_PX) * textScale;
  const abovePx = isNarrow ? ABOVE_PX * textScale : 0;
  const ends = isNarrow ? { left: START_PX * textScale, right: width - END_PX * textScale } : beside;
  const places = placed(records, { rowPx, textScale });
  const heads = records.groups.map(({ name }) => name);
  const whole: PerformanceBarsFrame['spans'] =
    longestPx(heads, size, 'bold') > ends.left ? spansOf(records, places, rowPx) : [[0, places.bottom]];
  return {
    left: ends.left,
    right: Math.max(ends.left + 1, ends.right),
    ...{ rowPx, abovePx, barPx: BAR_PX * textScale },
    ...places,
    spans: isNarrow ? places.tops.map(top => [top + abovePx, top + rowPx] as const) : whole,
  };
}

function spansOf(
  { groups }: PerformanceBarsRecords,
  { tops }: Pick<PerformanceBarsFrame, 'tops'>,
  rowPx: number,
): [number, number][] {
  let row = 0;
  return groups.flatMap(({ rows }) => {
    const own = tops.slice(row, row + rows.length);
    row += rows.length;
    return own.length === 0 ? [] : [[own[0], own[own.length - 1] + rowPx]];
  });
}

export const wordsOf = ({ value }: PerformanceRow): string => (hasValue(value) ? value.text : value.why);

function placed(
  { groups }: PerformanceBarsRecords,
  { rowPx, textScale }: { readonly rowPx: number; readonly textScale: number },
) {
  const heads: number[] = [];
  const tops: number[] = [];
  let y = 0;
  for (const { name, rows } of groups) {
    heads.push(y);
    if (name !== '') y += HEAD_PX * textScale;
    for (const _ of rows) {
      tops.push(y);
      y += rowPx;
    }
    y += GAP_PX / 2;
  }
  return { heads, tops, bottom: y };
}

/** More than 100 % is possible, and ends where the axis does. */
export const xOfPercent = ({ left, right }: PerformanceBarsFrame, percent: number): number =>
  left + (Math.min(100, percent) / 100) * (right - left);

/** Top and bottom of a row's bar with the room around it. */
export const barRoom = ({ tops, abovePx, rowPx }: PerformanceBarsFrame, row: number): readonly [number, number] => [
  tops[row] + abovePx,
  tops[row] + rowPx,
];

export function barBox(frame: PerformanceBarsFrame, row: number, percent: number): Box {
  const [top, bottom] = barRoom(frame, row);
  const y = (top + bottom - frame.barPx) / 2;
  return { x: frame.left, y, width: xOfPercent(frame, percent) - frame.left, height: frame.barPx };
}

export function rowAt({ tops, rowPx }: PerformanceBarsFrame, y: number): number | null {
  const row = tops.findIndex(top => y >= top && y < top + rowPx);
  return row < 0 ? null : row;
}

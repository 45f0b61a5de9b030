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

export interface PerformanceBarsFrame {
  /** Ends of the axis, 0 and 100 %. */
  readonly left: number;
  readonly right: number;
  readonly rowPx: number;
  readonly barPx: number;
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
  const left = names + GAP_PX;
  const places = placed(records, textScale);
  const heads = records.groups.map(({ name }) => name);
  return {
    left,
    right: Math.max(left + 1, width - numbers - GAP_PX),
    rowPx: ROW_PX * textScale,
    barPx: BAR_PX * textScale,
    ...places,
    spans: longestPx(heads, size, 'bold') > left ? spansOf(records, places, textScale) : [[0, places.bottom]],
  };
}

function spansOf(
  { groups }: PerformanceBarsRecords,
  { tops }: Pick<PerformanceBarsFrame, 'tops'>,
  textScale: number,
): [number, number][] {
  let row = 0;
  return groups.flatMap(({ rows }) => {
    const own = tops.slice(row, row + rows.length);
    row += rows.length;
    return own.length === 0 ? [] : [[own[0], own[own.length - 1] + ROW_PX * textScale]];
  });
}

export const wordsOf = ({ value }: PerformanceRow): string => (hasValue(value) ? value.text : value.why);

function placed({ groups }: PerformanceBarsRecords, textScale: number) {
  const heads: number[] = [];
  const tops: number[] = [];
  let y = 0;
  for (const { name, rows } of groups) {
    heads.push(y);
    if (name !== '') y += HEAD_PX * textScale;
    for (const _ of rows) {
      tops.push(y);
      y += ROW_PX * textScale;
    }
    y += GAP_PX / 2;
  }
  return { heads, tops, bottom: y };
}

/** More than 100 % is possible, and ends where the axis does. */
export const xOfPercent = ({ left, right }: PerformanceBarsFrame, percent: number): number =>
  left + (Math.min(100, percent) / 100) * (right - left);

export function barBox(frame: PerformanceBarsFrame, row: number, percent: number): Box {
  const y = frame.tops[row] + (frame.rowPx - frame.barPx) / 2;
  return { x: frame.left, y, width: xOfPercent(frame, percent) - frame.left, height: frame.barPx };
}

export function rowAt({ tops, rowPx }: PerformanceBarsFrame, y: number): number | null {
  const row = tops.findIndex(top => y >= top && y < top + rowPx);
  return row < 0 ? null : row;
}

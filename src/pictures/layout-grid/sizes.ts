/** How large the cells of a panel are, and what room the panel takes. */

import { cosizeOf } from '../../model/layout/layout.ts';
import type { Panel } from '../../model/layout-steps/steps.ts';
import { offsetsOf, operandText } from '../../model/layout-text/operand.ts';
import { type NestedTrack, trackLength } from '../nested-track.ts';
import { charactersIn, cutTo, textPx } from '../scene/text-metrics.ts';
import type { PictureView } from '../view.ts';
import type { GridSide, GridSides } from './sides.ts';

/** A panel before it has a place. */
export interface SizedPanel {
  readonly panel: Panel;
  /** The layout's text, cut where it would not fit. */
  readonly text: string;
  /** What stands in a cell. */
  readonly offsetOf: (cell: number) => number;
  readonly sides: GridSides;
  readonly rows: NestedTrack;
  readonly columns: NestedTrack;
  /** From the panel's corner to that of its first cell. */
  readonly left: number;
  readonly top: number;
  /** Of all of it. */
  readonly width: number;
  readonly height: number;
}

const TEXTS_PX = 48;
const FORMULA_PX = 11;
const TITLE_PX = 12;
const MOST_CELL_PX = 36;
/** More pieces between gaps than these take long to draw. */
const MOST_RUNS = 32;

/** Wide enough for the panel's longest number. */
export function wantedPx({ layout }: Panel): number {
  const longest = `${cosizeOf(layout.layout) - 1 + layout.offset}`;
  return Math.min(MOST_CELL_PX, Math.max(22, Math.ceil(textPx(longest, 10, 'digits')) + 6));
}

/** Room for the numbers of rows. */
export const labelPx = (greatest: number, { textScale }: PictureView): number =>
  Math.ceil(textPx(`${greatest}`, 10 * textScale, 'digits') + 6 * textScale);

/** Whole pixels where gaps are drawn, halves below, free where cells are small. */
const snapDown = (cell: number): number => (cell >= 6 ? Math.floor(cell) : cell >= 2 ? Math.floor(cell * 2) / 2 : cell);

export function fittedPitch({ rows, columns }: GridSides, wanted: number, view: PictureView): number {
  const wide = view.width - labelPx(rows.adds(rows.slice - 1), view);
  let pitch = snapDown(Math.min(wanted, wide / columns.count, view.maxHeight / rows.count));
  const fits = (cell: number): boolean =>
    trackLength(trackOf(columns, cell)) <= wide && trackLength(trackOf(rows, cell)) <= view.maxHeight;
  while (pitch > 0.5 && !fits(pitch)) pitch = pitch > 6 ? pitch - 1 : pitch * 0.94;
  return pitch;
}

function trackOf({ count, groups }: GridSide, pitch: number): NestedTrack {
  const shown = groups.filter(size => size < count && size * pitch >= 12 && pitch >= 2 && count / size <= MOST_RUNS);
  return { count, groups: [...new Set(shown)], pitch, cellGap: pitch >= 6 ? 1 : 0, gap: pitch >= 16 ? 4 : 2 };
}

export function sizedPanel(panel: Panel, sides: GridSides, pitch: number, view: PictureView): SizedPanel {
  const [rows, columns] = [trackOf(sides.rows, pitch), trackOf(sides.columns, pitch)];
  const left = sides.rows.count === 1 ? 0 : labelPx(sides.rows.adds(sides.rows.slice - 1), view);
  const top = TEXTS_PX * view.textScale;
  const text = cutTo(operandText(panel.layout), charactersIn(view.width, FORMULA_PX * view.textScale, 'mono'));
  const longest = Math.max(textPx(text, FORMULA_PX, 'mono'), textPx(panel.title, TITLE_PX, 'bold')) * view.textScale;
  const width = Math.min(view.width, Math.max(left + trackLength(columns), longest));
  const height = top + trackLength(rows);
  return { panel, text, offsetOf: offsetsOf(panel.layout), sides, rows, columns, left, top, width, height };
}

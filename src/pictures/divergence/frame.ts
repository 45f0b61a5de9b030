/** Chooses the lines that a divergence picture lists, and places its rows and columns. */
import { idleLanes } from '../../model/profile/execution-lines.ts';
import type { DivergenceLine, DivergenceRecords } from '../records.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box, PictureView } from '../view.ts';

const HEAD_PX = 32;
const ROW_PX = 16;
const SECTION_PX = 30;
const BAR_PX = 9;
/** Line numbers; or, without room for the text of lines, names of classes. */
const LABEL_PX = { beside: 34, alone: 62 };
const GAP_PX = 8;
/** Least width at which lines show their text. */
const TEXT_FROM_PX = 520;
const BARS_PX = { least: 90, greatest: 220, share: 0.26 };
/** Right edges are what numbers are aligned to. */
const NUMBERS_PX = { mean: 34, diverged: 54, issues: 76, waits: 48 };

/** More lines than this and the busiest full ones are folded away: those that lost no lane. */
export const MOST_LINES = 160;

export type DivergenceRow =
  | { readonly kind: 'line'; readonly line: DivergenceLine; readonly index: number }
  | { readonly kind: 'fold'; readonly count: number };

/** All lines, or those that lost most lanes or made warps wait, with the rest folded between them. */
export function divergenceRows({ lines }: DivergenceRecords): DivergenceRow[] {
  const cost = (line: DivergenceLine): number => idleLanes(line) + line.waits;
  const shown =
    lines.length <= MOST_LINES
      ? new Set(lines)
      : new Set(lines.toSorted((a, b) => cost(b) - cost(a)).slice(0, MOST_LINES));
  const rows: DivergenceRow[] = [];
  lines.forEach((line, index) => {
    const last = rows.at(-1);
    if (shown.has(line)) rows.push({ kind: 'line', line, index });
    else if (last?.kind === 'fold') rows[rows.length - 1] = { kind: 'fold', count: last.count + 1 };
    else rows.push({ kind: 'fold', count: 1 });
  });
  return rows;
}

export interface DivergenceFrame {
  readonly rows: readonly DivergenceRow[];
  readonly pitch: number;
  readonly barPx: number;
  readonly headY: number;
  readonly rowsY: number;
  readonly classesY: number;
  readonly bottom: number;
  /** Right edge of the line numbers. */
  readonly labelX: number;
  /** Left edge and greatest width of a line's text; 0 = no text is shown. */
  readonly textX: number;
  readonly textPx: number;
  readonly barsX: number;
  readonly barsPx: number;
  /** Right edges of the numbers. */
  readonly meanX: number;
  readonly divergedX: number;
  readonly issuesX: number;
  readonly waitsX: number;
  /** Names of the columns for which there is room. */
  readonly shown: ReadonlySet<string>;
}

export type DivergencePen = PicturePen<DivergenceFrame, DivergenceRecords>;

export function divergenceFrame(records: DivergenceRecords, view: PictureView): DivergenceFrame {
  const { textScale, width } = view;
  const rows = divergenceRows(records);
  const pitch = ROW_PX * textScale;
  const rowsY = HEAD_PX * textScale;
  const classesY = rowsY + rows.length * pitch + SECTION_PX * textScale;
  return {
    rows,
    pitch,
    barPx: BAR_PX * textScale,
    headY: rowsY,
    rowsY,
    classesY,
    bottom: classesY + records.classes.length * pitch,
    ...columnsOf(width, textScale),
  };
}

/** Numbers go, the last first, where bars would not have their least room. */
const NUMBERS = ['mean', 'diverged', 'waits', 'issues'] as const;

function columnsOf(width: number, textScale: number) {
  const hasText = width >= TEXT_FROM_PX * textScale;
  const labelX = (hasText ? LABEL_PX.beside : LABEL_PX.alone) * textScale;
  const textX = labelX + GAP_PX;
  const room = width - textX - BARS_PX.least;
  const wideTo = (at: number): number =>
    NUMBERS.slice(0, at + 1).reduce((sum, name) => sum + NUMBERS_PX[name], 0) * textScale;
  const px = (name: (typeof NUMBERS)[number]): number =>
    wideTo(NUMBERS.indexOf(name)) <= room ? NUMBERS_PX[name] * textScale : 0;
  const waitsX = width - 2;
  const issuesX = waitsX - px('waits');
  const divergedX = issuesX - px('issues');
  const meanX = divergedX - px('diverged');
  const right = meanX - px('mean');
  const wanted = hasText ? Math.min(BARS_PX.greatest, Math.floor(width * BARS_PX.share)) : right - textX;
  const barsX = right - Math.max(BARS_PX.least, wanted);
  const numbers = { meanX, divergedX, issuesX, waitsX, shown: new Set(NUMBERS.filter(name => px(name) > 0)) };
  return { labelX, textX, textPx: hasText ? barsX - GAP_PX - textX : 0, barsX, barsPx: right - barsX, ...numbers };
}

export const lineBar = (frame: DivergenceFrame, row: number, share = 1): Box => ({
  x: frame.barsX,
  y: frame.rowsY + row * frame.pitch + (frame.pitch - frame.barPx) / 2,
  width: frame.barsPx * share,
  height: frame.barPx,
});

export const classBar = (frame: DivergenceFrame, at: number, share = 1): Box => ({
  ...lineBar(frame, 0, share),
  y: frame.classesY + at * frame.pitch + (frame.pitch - frame.barPx) / 2,
});

export type DivergenceTarget = { readonly kind: 'line' | 'class'; readonly at: number };

/** The row of a line, or of a class, under a height. */
export function divergenceHit(frame: DivergenceFrame, py: number): DivergenceTarget | null {
  const row = Math.floor((py - frame.rowsY) / frame.pitch);
  if (row >= 0 && row < frame.rows.length) return { kind: 'line', at: row };
  const at = Math.floor((py - frame.classesY) / frame.pitch);
  return at >= 0 && py < frame.bottom ? { kind: 'class', at } : null;
}

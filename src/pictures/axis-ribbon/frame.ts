/** Places of the axis ribbon's chips: the input's dimensions above the output's. Also finds what is under a point. */
import type { AxisRibbonRecords } from '../permute/records.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box, PictureView } from '../view.ts';

const CHIP = { height: 30, greatestPitch: 150, greatestGap: 34, leastPitch: 26 };
const LABEL_PX = 88;
const NARROW_LABEL_PX = 54;
const FACTS_PX = 176;
/** Below this the names of the rows are short, and the facts stand under the output. */
const NARROW_PX = 560;
/** Facts about the block, and the height of each. */
const FACTS = 4;
export const FACT_PX = 20;
const BRACKET_PX = 20;
const CURVES_PX = 44;
const NOTE_PX = 16;

export type RibbonRow = 'input' | 'output';

export interface AxisRibbonFrame {
  readonly isNarrow: boolean;
  readonly chipsX: number;
  readonly pitch: number;
  readonly chipWidth: number;
  readonly chipHeight: number;
  readonly top: Readonly<Record<RibbonRow, number>>;
  /** Where the facts about the block begin. */
  readonly facts: { readonly x: number; readonly y: number };
  /** Baseline of what the canonical dimensions are. */
  readonly noteY: number;
  readonly width: number;
  readonly height: number;
}

export type AxisRibbonPen = PicturePen<AxisRibbonFrame, AxisRibbonRecords>;

export function axisRibbonFrame({ shape, plan }: AxisRibbonRecords, view: PictureView): AxisRibbonFrame {
  const { width, textScale } = view;
  const isNarrow = width < NARROW_PX * textScale;
  const chipsX = (isNarrow ? NARROW_LABEL_PX : LABEL_PX) * textScale;
  const count = Math.max(1, plan.canonical.shape.length);
  const facts = isNarrow ? 0 : FACTS_PX * textScale;
  const fit = Math.floor((width - chipsX - facts) / count);
  const pitch = Math.max(CHIP.leastPitch, Math.min(CHIP.greatestPitch * textScale, fit));
  const chipHeight = CHIP.height * textScale;
  const input = BRACKET_PX * textScale;
  const output = input + chipHeight + CURVES_PX * textScale;
  const noted = isNoted(shape, plan.canonical.shape) ? NOTE_PX : 0;
  const end = output + chipHeight + (BRACKET_PX + noted) * textScale + 2;
  const below = 6 * textScale;
  return {
    isNarrow,
    chipsX,
    pitch,
    chipWidth: pitch - Math.max(3, Math.min(CHIP.greatestGap, pitch * 0.27)),
    chipHeight,
    top: { input, output },
    facts: isNarrow ? { x: 0, y: end + below } : { x: width - facts + 16 * textScale, y: input },
    noteY: end - 5 * textScale,
    width: Math.max(width, chipsX + count * pitch),
    height: isNarrow ? end + below + FACTS * FACT_PX * textScale : end,
  };
}

/** Whether the canonical form has other dimensions than were given. */
export const isNoted = (given: readonly number[], canonical: readonly number[]): boolean =>
  given.length !== canonical.length;

/** Canonical dimensions of a row, slowest first. */
export const dimsOf = (row: RibbonRow, { canonical }: AxisRibbonRecords['plan']): readonly number[] =>
  row === 'input' ? canonical.shape.map((_, dim) => dim) : canonical.perm;

export const chipBox = (frame: AxisRibbonFrame, row: RibbonRow, slot: number): Box => ({
  x: frame.chipsX + slot * frame.pitch,
  y: frame.top[row],
  width: frame.chipWidth,
  height: frame.chipHeight,
});

export function axisRibbonHit(
  frame: AxisRibbonFrame,
  { plan }: AxisRibbonRecords,
  px: number,
  py: number,
): { readonly row: RibbonRow; readonly slot: number } | null {
  const slot = Math.floor((px - frame.chipsX) / frame.pitch);
  const isChip = px - frame.chipsX - slot * frame.pitch < frame.chipWidth;
  if (slot < 0 || slot >= plan.canonical.shape.length || !isChip) return null;
  const rows: readonly RibbonRow[] = ['input', 'output'];
  const row = rows.find(name => py >= frame.top[name] && py < frame.top[name] + frame.chipHeight);
  return row === undefined ? null : { row, slot };
}

/** The order in which a chip of the output that was at `from` stands after a drag by `dx`. */
export function permAfterDrag(frame: AxisRibbonFrame, perm: readonly number[], from: number, dx: number): number[] {
  return permAfterMove(perm, from, Math.round(dx / frame.pitch));
}

/** The same by whole slots; stays within the row. */
export function permAfterMove(perm: readonly number[], from: number, by: number): number[] {
  const to = Math.min(perm.length - 1, Math.max(0, from + by));
  return perm.toSpliced(from, 1).toSpliced(to, 0, perm[from]);
}

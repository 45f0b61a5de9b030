/** Axis ribbon: the input's dimensions over the output's, curves between equal letters, brackets round the inner blocks. */

import { elementsOf } from '../../model/permute/block.ts';
import { dimNames, modeNames } from '../../model/permute/mode-names.ts';
import { count } from '../address-text.ts';
import type { AxisRibbonRecords } from '../permute/records.ts';
import { picturePen } from '../scene/pen.ts';
import type { Scene } from '../scene/scene.ts';
import { charactersIn, cutTo, textPx } from '../scene/text-metrics.ts';
import { blend } from '../theme.ts';
import type { PictureView } from '../view.ts';
import { dimColour, drawChip, THIN } from './chips.ts';
import {
  type AxisRibbonFrame,
  type AxisRibbonPen,
  axisRibbonFrame,
  chipBox,
  dimsOf,
  FACT_PX,
  type RibbonRow,
} from './frame.ts';
import { canonicalText, innerBlockText, innerExtent } from './names.ts';

export function axisRibbonScene(records: AxisRibbonRecords, view: PictureView): Scene {
  const frame = axisRibbonFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawCurves(pen);
  scene.layer();
  for (const row of ['input', 'output'] as const) {
    drawRowName(pen, row);
    for (const [slot, dim] of dimsOf(row, records.plan).entries()) drawChip(pen, { row, slot, dim });
    drawBrackets(pen, row);
  }
  drawFacts(pen);
  const note = canonicalText(records);
  scene.text(frame.chipsX, frame.noteY, note, view.theme.ink3);
  return scene.finish(frame.width, frame.height);
}

/** The write block's curves are thick, and above the others. */
function drawCurves({ scene, frame, theme, records: { plan } }: AxisRibbonPen) {
  const inWrite = (dim: number): boolean => innerExtent(plan, dim, 'inWrite') > 1;
  const dims = dimsOf('input', plan);
  for (const dim of [...dims.filter(dim => !inWrite(dim)), ...dims.filter(inWrite)]) {
    const from = chipBox(frame, 'input', dim);
    const to = chipBox(frame, 'output', plan.canonical.perm.indexOf(dim));
    const [x0, x1] = [from.x + from.width / 2, to.x + to.width / 2];
    const [y0, y1] = [from.y + from.height, to.y];
    const bend = (y1 - y0) * 0.55;
    const colour = dimColour(theme, dim);
    scene.path(`M${x0} ${y0}C${x0} ${y0 + bend} ${x1} ${y1 - bend} ${x1} ${y1}`, {
      stroke: inWrite(dim) ? colour : blend(theme.page, colour, THIN),
      width: inWrite(dim) ? 4 : 1.6,
      halo: theme.page,
      haloWidth: inWrite(dim) ? 7 : 0,
    });
  }
}

function drawRowName({ scene, frame, theme, textScale }: AxisRibbonPen, row: RibbonRow): void {
  const name = row === 'input' ? 'Input' : 'Output';
  const middle = frame.top[row] + frame.chipHeight / 2;
  const style = { size: 12 * textScale, weight: 600 } as const;
  scene.text(0, middle + (frame.isNarrow ? 4 : -2) * textScale, name, theme.ink, style);
  if (!frame.isNarrow) scene.text(0, middle + 11 * textScale, 'slow → fast', theme.ink3, { size: 11 * textScale });
}

/**
 * Brackets over the inner read block of the input, and below the inner write block of the output: one for each run of
 * chips.
 */
function drawBrackets({ scene, frame, theme, textScale, records: { plan } }: AxisRibbonPen, row: RibbonRow): void {
  const side = row === 'input' ? 'inRead' : 'inWrite';
  const slots = dimsOf(row, plan).flatMap((dim, slot) => (innerExtent(plan, dim, side) > 1 ? [slot] : []));
  if (slots.length === 0) return;
  const up = row === 'input' ? -1 : 1;
  const y = frame.top[row] + (row === 'input' ? -3 : frame.chipHeight + 3);
  const style = { stroke: theme.lineStrong, width: 1.2 };
  for (const slot of slots) scene.path(bracketPath(frame, slots, slot, y, up * 4), style);
  const end = chipBox(frame, row, slots.at(-1)!);
  const baseline = row === 'input' ? y - 7 * textScale : y + 16 * textScale;
  const size = 11 * textScale;
  const { right, text } = textBefore(end.x + end.width, frame.width, innerBlockText(plan, side), size);
  scene.text(right, baseline, text, theme.ink2, { anchor: 'end', size });
}

/** Moved right where it would begin outside; without the modes where it has no room at all. */
function textBefore(right: number, width: number, whole: string, size: number) {
  const text = textPx(whole, size, 'digits') <= width ? whole : whole.split(' = ')[0];
  return { right: Math.min(width, Math.max(right, textPx(text, size, 'digits'))), text };
}

/** The bracket of one chip. It joins the bracket of a neighbouring chip of the block. */
function bracketPath(frame: AxisRibbonFrame, slots: readonly number[], slot: number, y: number, rise: number): string {
  const { x, width } = chipBox(frame, 'input', slot);
  const start = slots.includes(slot - 1) ? `M${x} ${y + rise}` : `M${x} ${y}V${y + rise}`;
  return slots.includes(slot + 1) ? `${start}H${x + frame.pitch}` : `${start}H${x + width}V${y}`;
}

// Draws facts beside the axis ribbon: the block's size, the orders in which it is stored and loaded, and the
// permutation as a string.

/** Distance from a name to its value, if the value stands on a line of its own. */
const BELOW_PX = 14;
/** Where the values begin that stand under the ribbon. */
const VALUES_PX = 88;

const NAME_PX = 11;
const VALUE_PX = 11.5;

function drawFacts({ scene, frame, theme, textScale, records: { plan } }: AxisRibbonPen): void {
  const { facts, width, isNarrow } = frame;
  let baseline = facts.y + 10 * textScale;
  const px = (width - facts.x) / textScale - (isNarrow ? VALUES_PX : 0);
  for (const { name, value } of factsOf(plan)) {
    scene.text(facts.x, baseline, name, theme.ink3, { size: NAME_PX * textScale });
    // Beside the ribbon a long value stands below its name.
    const isLong = textPx(name, NAME_PX) + textPx(value, VALUE_PX, 'bold') >= px;
    if (isLong && !isNarrow) baseline += BELOW_PX * textScale;
    const shown = cutTo(value, charactersIn(px, VALUE_PX, 'bold'));
    const style = { size: VALUE_PX * textScale, weight: 600 } as const;
    if (isNarrow) scene.text(VALUES_PX * textScale, baseline, shown, theme.ink, style);
    else scene.text(width, baseline, shown, theme.ink, { ...style, anchor: 'end' });
    baseline += FACT_PX * textScale;
  }
}

interface Fact {
  readonly name: string;
  readonly value: string;
}

function factsOf(plan: AxisRibbonRecords['plan']): Fact[] {
  const modes = modeNames(plan);
  const { move, canonical } = plan;
  // Fastest first, as lanes count.
  const namesIn = (order: readonly number[]): string[] =>
    order.filter(mode => move.modes[mode].extent > 1).map(mode => modes[mode]);
  const dims = dimNames(plan);
  const block = { name: 'block', value: count(elementsOf(move.modes), 'element') };
  if (dims.length === 0) return [block];
  return [
    block,
    { name: 'store order', value: joined(namesIn(move.storeOrder)) },
    { name: 'load order', value: joined(namesIn(move.loadOrder)) },
    { name: 'order', value: `${joined(dims)} → ${joined(canonical.perm.map(dim => dims[dim]))}` },
  ];
}

/** 'ABCD', or 'A BC D' where a name has several letters. */
const joined = (names: readonly string[]): string => names.join(names.every(name => name.length === 1) ? '' : ' ');

/** Axis ribbon: the input's dimensions over the output's, curves between equal letters, brackets round the inner blocks. */
import { dimNames } from '../model/permute/names.ts';
import { drawFacts } from './axis-ribbon.facts.ts';
import { type AxisRibbonFrame, axisRibbonFrame, chipBox, dimsOf, type Row } from './axis-ribbon.frame.ts';
import { canonicalText, extentText, indexByDim, innerBlockText, innerExtent } from './axis-ribbon.names.ts';
import type { AxisRibbonRecords } from './permute-records.ts';
import type { Scene } from './scene.ts';
import { SceneBuilder } from './scene-builder.ts';
import { blend, type Theme } from './theme.ts';
import type { PictureView } from './view.ts';

const EDGE_PX = 8;
/** Mean advance of a character of 10 px. */
const ADVANCE_PX = 5.6;
const THIN = 0.62;

export const dimColour = (theme: Theme, dim: number): string => theme.series[dim % theme.series.length];

export function axisRibbonScene(records: AxisRibbonRecords, view: PictureView): Scene {
  const frame = axisRibbonFrame(records, view);
  const scene = new SceneBuilder(view);
  drawCurves(scene, frame, records, view);
  scene.layer();
  for (const row of ['input', 'output'] as const) {
    drawRowName(scene, frame, row, view);
    for (const [slot, dim] of dimsOf(row, records.plan).entries())
      drawChip(scene, frame, records, { row, slot, dim }, view);
    drawBrackets(scene, frame, records, row, view);
  }
  drawFacts(scene, frame, records, view);
  const note = canonicalText(records);
  scene.text(frame.chipsX, frame.height - 5 * view.textScale, note, view.theme.ink3);
  return scene.finish(frame.width, frame.height);
}

/** The write block's curves are thick, and above the others. */
function drawCurves(scene: SceneBuilder, frame: AxisRibbonFrame, { plan }: AxisRibbonRecords, { theme }: PictureView) {
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

interface Chip {
  readonly row: Row;
  readonly slot: number;
  readonly dim: number;
}

/** Letter and extent; beside each other where they fit, else one above the other. */
function drawChip(
  scene: SceneBuilder,
  frame: AxisRibbonFrame,
  { plan }: AxisRibbonRecords,
  { row, slot, dim }: Chip,
  view: PictureView,
): void {
  const { theme, textScale } = view;
  const box = chipBox(frame, row, slot);
  const colour = dimColour(theme, dim);
  const isInner = innerExtent(plan, dim, row === 'input' ? 'inRead' : 'inWrite') > 1;
  const edge = Math.min(EDGE_PX * textScale, box.width * 0.2);
  scene.rect(box, theme.surface, { radius: 4 });
  scene.rect({ ...box, width: edge }, colour, { radius: 3 });
  scene.ring(box, 4, { stroke: isInner ? colour : blend(theme.page, colour, THIN), width: isInner ? 2 : 1.2 });
  const name = dimNames(plan)[dim];
  const { text, fill } = chipNumber(plan, dim, view);
  const [left, right, middle] = [box.x + edge, box.x + box.width, box.y + box.height / 2];
  const isWide = right - left > (name.length * 11 + text.length * ADVANCE_PX + 22) * textScale;
  const weight = 700;
  if (isWide) {
    scene.text(left + 12 * textScale, middle + 5.3 * textScale, name, theme.ink, { size: 15 * textScale, weight });
    scene.text(right - 10 * textScale, middle + 4 * textScale, text, fill, { size: 11 * textScale, anchor: 'end' });
    return;
  }
  const anchor = 'middle';
  const room = Math.floor((right - left - 2) / (ADVANCE_PX * textScale));
  scene.text((left + right) / 2, middle - 2 * textScale, name, theme.ink, { size: 12 * textScale, weight, anchor });
  scene.text((left + right) / 2, middle + 10.5 * textScale, shortened(text, room), fill, { anchor });
}

/** The extent, or the index of what is pointed at. */
function chipNumber(plan: AxisRibbonRecords['plan'], dim: number, { theme, highlight, selection }: PictureView) {
  const cell = highlight?.cell ?? selection;
  if (cell === null || plan.block.shape[dim] === 1) return { text: extentText(plan, dim), fill: theme.ink2 };
  return { text: `= ${indexByDim(plan, cell.column)[dim]}`, fill: theme.accent.ink };
}

/** '8 of 100', '8/100' or '8': what fits. */
function shortened(text: string, room: number): string {
  const tight = text.replace(' of ', '/');
  return text.length <= room ? text : tight.length <= room ? tight : text.split(' of ')[0];
}

function drawRowName(scene: SceneBuilder, frame: AxisRibbonFrame, row: Row, { theme, textScale }: PictureView): void {
  const name = row === 'input' ? 'Input' : 'Output';
  const middle = frame.top[row] + frame.chipHeight / 2;
  const style = { size: 12 * textScale, weight: 600 } as const;
  scene.text(0, middle + (frame.isNarrow ? 4 : -2) * textScale, name, theme.ink, style);
  if (!frame.isNarrow) scene.text(0, middle + 11 * textScale, 'slow → fast', theme.ink3, { size: 11 * textScale });
}

/** Over the inner read block of the input, below the inner write block of the output: one per run of chips. */
function drawBrackets(
  scene: SceneBuilder,
  frame: AxisRibbonFrame,
  { plan }: AxisRibbonRecords,
  row: Row,
  { theme, textScale }: PictureView,
): void {
  const side = row === 'input' ? 'inRead' : 'inWrite';
  const dims = dimsOf(row, plan);
  const slots = dims.flatMap((dim, slot) => (innerExtent(plan, dim, side) > 1 ? [slot] : []));
  if (slots.length === 0) return;
  const up = row === 'input' ? -1 : 1;
  const y = frame.top[row] + (row === 'input' ? -3 : frame.chipHeight + 3);
  for (const slot of slots) {
    const { x, width } = chipBox(frame, row, slot);
    const isJoined = slots.includes(slot + 1);
    const right = x + (isJoined ? frame.pitch : width);
    const start = slots.includes(slot - 1) ? `M${x} ${y + up * 4}` : `M${x} ${y}V${y + up * 4}`;
    scene.path(`${start}H${right}${isJoined ? '' : `V${y}`}`, { stroke: theme.lineStrong, width: 1.2 });
  }
  const end = chipBox(frame, row, slots.at(-1)!);
  const baseline = row === 'input' ? y - 7 * textScale : y + 16 * textScale;
  scene.text(end.x + end.width, baseline, innerBlockText(plan, side), theme.ink2, {
    anchor: 'end',
    size: 11 * textScale,
  });
}

/** Chips of the axis ribbon: a dimension's letter and extent in its colour. */

import { dimNames } from '../../model/permute/mode-names.ts';
import type { AxisRibbonRecords } from '../permute/records.ts';
import { charactersIn, textPx } from '../scene/text-metrics.ts';
import { blend, type Theme } from '../theme.ts';
import type { Box, PictureView } from '../view.ts';
import { type AxisRibbonPen, chipBox, type RibbonRow } from './frame.ts';
import { extentText, indexByDim, innerExtent } from './names.ts';

const EDGE_PX = 8;
/** Share of the colour of chips outside the inner blocks, blended with the page. */
export const THIN = 0.62;

export const dimColour = (theme: Theme, dim: number): string => theme.series[dim % theme.series.length];

interface Chip {
  readonly row: RibbonRow;
  readonly slot: number;
  readonly dim: number;
}

export function drawChip(pen: AxisRibbonPen, { row, slot, dim }: Chip): void {
  const { scene, frame, theme, textScale, view } = pen;
  const { plan } = pen.records;
  const box = chipBox(frame, row, slot);
  const colour = dimColour(theme, dim);
  const isInner = innerExtent(plan, dim, row === 'input' ? 'inRead' : 'inWrite') > 1;
  const edge = Math.min(EDGE_PX * textScale, box.width * 0.2);
  scene.rect(box, theme.surface, { radius: 4 });
  scene.rect({ ...box, width: edge }, colour, { radius: 3 });
  scene.ring(box, 4, { stroke: isInner ? colour : blend(theme.page, colour, THIN), width: isInner ? 2 : 1.2 });
  const inside = { ...box, x: box.x + edge, width: box.width - edge };
  drawWords(pen, inside, dimNames(plan)[dim], chipNumber(plan, dim, view));
}

interface ChipNumber {
  readonly text: string;
  readonly fill: string;
}

/** Letter and extent beside each other where they fit, else one above the other. */
function drawWords(
  { scene, theme, textScale }: AxisRibbonPen,
  { x, y, width, height }: Box,
  name: string,
  { text, fill }: ChipNumber,
): void {
  const middle = y + height / 2;
  if (width > textPx(name, 15 * textScale, 'bold') + textPx(text, 11 * textScale, 'digits') + (22 + 8) * textScale) {
    const letter = { size: 15 * textScale, weight: 700 } as const;
    scene.text(x + 12 * textScale, middle + 5.3 * textScale, name, theme.ink, letter);
    const number = { size: 11 * textScale, anchor: 'end' } as const;
    scene.text(x + width - 10 * textScale, middle + 4 * textScale, text, fill, number);
    return;
  }
  const room = charactersIn(width - 2, 10 * textScale);
  const letter = { size: 12 * textScale, weight: 700, anchor: 'middle' } as const;
  scene.text(x + width / 2, middle - 2 * textScale, name, theme.ink, letter);
  scene.text(x + width / 2, middle + 10.5 * textScale, shortened(text, room), fill, { anchor: 'middle' });
}

/** The extent, or the index of what is pointed at. */
function chipNumber(plan: AxisRibbonRecords['plan'], dim: number, view: PictureView): ChipNumber {
  const { theme, highlight, selection } = view;
  const cell = highlight?.cell ?? selection;
  if (cell === null || plan.block.shape[dim] === 1) return { text: extentText(plan, dim), fill: theme.ink2 };
  return { text: `= ${indexByDim(plan, cell.column)[dim]}`, fill: theme.accent.ink };
}

/** '8 of 100', '8/100' or '8': what fits. */
function shortened(text: string, room: number): string {
  const tight = text.replace(' of ', '/');
  return text.length <= room ? text : tight.length <= room ? tight : text.split(' of ')[0];
}

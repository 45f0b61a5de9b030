/** Value grid: a buffer as a matrix of shades, palest for its least value; what is no finite number is hatched. */
import { valueText } from '../model/values/value-text.ts';
import { ELEMENT_BYTES } from '../trace/launch.ts';
import { elementAt } from '../trace/launch-bytes.ts';
import { drawAxes, drawGuides } from './grid-axes.ts';
import {
  cellBox,
  frameSize,
  type GridFrame,
  gridFrame,
  placedGrid,
  visibleColumns,
  visibleRows,
} from './grid-frame.ts';
import type { ValueGridRecords } from './records.ts';
import { hoverRing, pinnedRing } from './rings.ts';
import { type CellGrid, NO_FILL, type Scene } from './scene.ts';
import { SceneBuilder } from './scene-builder.ts';
import { blend, type Theme } from './theme.ts';
import { isPinned, type PictureView } from './view.ts';

export const elementsOf = ({ bytes, type }: ValueGridRecords): number => Math.floor(bytes.length / ELEMENT_BYTES[type]);

export const rowsOf = (records: ValueGridRecords): number => Math.ceil(elementsOf(records) / records.columns);

export const valueGridFrame = (records: ValueGridRecords, view: PictureView): GridFrame =>
  gridFrame(records.columns, 0, Math.max(1, rowsOf(records)), view);

/** Index of the element in a cell; null behind the last one. */
export function elementIn(records: ValueGridRecords, row: number, column: number): number | null {
  const index = row * records.columns + column;
  return column < records.columns && index < elementsOf(records) ? index : null;
}

const SHADES = 32;
/** Of the source's own colour, as a share: the palest still differs from a cell without a value. */
const SHARE = { least: 0.06, most: 0.9 };

const shadesOf = ({ theme, source }: PictureView): string[] =>
  Array.from({ length: SHADES }, (_, i) =>
    blend(theme.cellIdle, theme.sources[source].ink, SHARE.least + ((SHARE.most - SHARE.least) * i) / (SHADES - 1)),
  );

function shadeOf({ range }: ValueGridRecords, value: number): number {
  if (range === null || !Number.isFinite(value)) return NO_FILL;
  // Halved first: the difference of two f64 may be infinite.
  const span = range.greatest / 2 - range.least / 2;
  const share = span === 0 ? 1 : (value / 2 - range.least / 2) / span;
  return Math.min(SHADES - 1, Math.max(0, Math.round(share * (SHADES - 1))));
}

const LEGEND_PX = 24;

export function valueGridScene(records: ValueGridRecords, view: PictureView): Scene {
  const frame = valueGridFrame(records, view);
  const scene = new SceneBuilder(view);
  const shades = shadesOf(view);
  scene.layer(frame.plot).grid(placedGrid(frame, valueCells(records, frame, shades)));
  drawCells(scene, frame, records, view, shades);
  drawGuides(scene, frame, view);
  scene.layer(view.zoom.k === 1 ? null : frame.plot);
  drawHighlight(scene, frame, records, view);
  scene.layer();
  const size = frameSize(frame, view);
  drawLegend(scene, frame, records, view, shades);
  drawAxes(scene, frame, view);
  return scene.finish(size.width, size.height + LEGEND_PX * view.textScale);
}

/** Of a block of elements that is one mark, the first speaks. */
function valueCells(records: ValueGridRecords, frame: GridFrame, palette: readonly string[]): CellGrid {
  const x = visibleColumns(frame);
  const y = visibleRows(frame);
  const columns = Math.ceil(x.count / frame.block);
  const rows = Math.ceil(y.count / frame.block);
  const fill = new Uint8Array(columns * rows).fill(NO_FILL);
  for (let i = 0; i < fill.length; i++) {
    const row = y.first + Math.floor(i / columns) * frame.block;
    const index = elementIn(records, row, x.first + (i % columns) * frame.block);
    if (index !== null) fill[i] = shadeOf(records, Number(elementAt(records.bytes, records.type, index)));
  }
  return { columns, rows, palette, fill, opacity: null, lane: null, bank: null, address: null };
}

const TEXT_CELL_PX = 34;
const CHAR_PX = 6.2;
/** Relative luminance (WCAG 2.2), 0 to 1. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map(i => {
    const share = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Whichever of ink and page is read better on a shade. */
function textInks(shades: readonly string[], { ink, page }: Theme): readonly string[] {
  const [onInk, onPage] = [luminance(ink), luminance(page)];
  return shades.map(shade => {
    const ground = luminance(shade);
    return contrast(ground, onInk) >= contrast(ground, onPage) ? ink : page;
  });
}

/** Hatches on what is no number, and values where a cell is wide enough for its own. */
function drawCells(
  scene: SceneBuilder,
  frame: GridFrame,
  records: ValueGridRecords,
  { theme }: PictureView,
  shades: readonly string[],
): void {
  if (frame.block > 1) return;
  const inks = textInks(shades, theme);
  const x = visibleColumns(frame);
  const y = visibleRows(frame);
  for (let row = y.first; row < y.first + y.count; row++)
    for (let column = x.first; column < x.first + x.count; column++) {
      const index = elementIn(records, row, column);
      if (index === null) continue;
      const value = elementAt(records.bytes, records.type, index);
      const box = cellBox(frame, row, column);
      const shade = shadeOf(records, Number(value));
      if (shade === NO_FILL) scene.hatch(box, theme.warn.soft, theme.warn.ink, frame.pitch < 8 ? 3 : 4);
      if (frame.pitch < TEXT_CELL_PX) continue;
      const text = valueText(value, records.type);
      if (text.length * CHAR_PX > box.width) continue;
      const ink = shade === NO_FILL ? theme.ink : inks[shade];
      scene.text(box.x + box.width / 2, box.y + box.height / 2 + 3.5, text, ink, { anchor: 'middle', size: 10 });
    }
}

function drawHighlight(scene: SceneBuilder, frame: GridFrame, records: ValueGridRecords, view: PictureView): void {
  const { theme, selection, highlight } = view;
  if (selection !== null && elementIn(records, selection.row, selection.column) !== null)
    pinnedRing(scene, theme, cellBox(frame, selection.row, selection.column), undefined);
  const at = highlight?.cell;
  if (at && !isPinned(highlight, selection) && elementIn(records, at.row, at.column) !== null)
    hoverRing(scene, theme, cellBox(frame, at.row, at.column), undefined);
}

const BAR_PX = { width: 96, height: 8 };

/** The least value, the shades, the greatest. */
function drawLegend(
  scene: SceneBuilder,
  { plot }: GridFrame,
  { range, type }: ValueGridRecords,
  { theme, textScale }: PictureView,
  shades: readonly string[],
): void {
  const y = plot.y + plot.height + 10;
  const baseline = y + 8 * textScale;
  if (range === null) {
    scene.text(plot.x, baseline, 'no finite value', theme.ink3);
    return;
  }
  const least = valueText(range.least, type);
  const left = plot.x + (least.length * CHAR_PX + 6) * textScale;
  const step = BAR_PX.width / shades.length;
  scene.text(plot.x, baseline, least, theme.ink3);
  shades.forEach((shade, i) => {
    scene.rect({ x: left + i * step, y, width: step + 0.2, height: BAR_PX.height * textScale }, shade);
  });
  scene.text(left + BAR_PX.width + 6, baseline, valueText(range.greatest, type), theme.ink3);
}

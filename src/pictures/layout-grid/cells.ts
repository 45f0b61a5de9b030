/** Colours of the cells of a picture of layouts: the part that is large, so it is made once and kept while nothing changes. */

import { BANKS, WORD_BYTES } from '../../base/hardware.ts';
import { cosizeOf } from '../../model/layout/layout.ts';
import type { Panel } from '../../model/layout-steps/steps.ts';
import { runLength } from '../nested-track.ts';
import { type CellGrid, NO_FILL } from '../scene/scene.ts';
import { shadesOf, textInks } from '../value-grid/shades.ts';
import type { PictureView } from '../view.ts';
import { cellIn, type PanelFrame } from './frame.ts';
import type { LayoutGridRecords } from './records.ts';

/** What a cell is filled with, and what is read on it. */
export interface Colours {
  readonly palette: readonly string[];
  readonly inks: readonly string[];
  readonly fillOf: (element: number) => number;
}

/** Banks repeat every 128 bytes, below 0 as well. */
export function bankOfElement(element: number, elementBytes: number): number {
  const word = Math.floor((element * elementBytes) / WORD_BYTES);
  return ((word % BANKS) + BANKS) % BANKS;
}

export function coloursOf({ steps, colourBy, elementBytes }: LayoutGridRecords, view: PictureView): Colours {
  const { theme } = view;
  if (colourBy === 'bank')
    return {
      palette: theme.banks,
      inks: theme.banks.map(() => theme.label),
      fillOf: element => bankOfElement(element, elementBytes),
    };
  const palette = shadesOf(view);
  const greatest = Math.max(1, ...steps.panels.map(reachOf));
  const top = palette.length - 1;
  return {
    palette,
    inks: textInks(palette, theme),
    fillOf: element => Math.min(top, Math.round((Math.abs(element) / greatest) * top)),
  };
}

/** The greatest offset that a panel's elements may have. */
const reachOf = ({ layout, values }: Panel): number =>
  values === 'offset' ? cosizeOf(layout.layout) - 1 + layout.offset : 0;

interface Entry {
  readonly key: string;
  readonly theme: PictureView['theme'];
  readonly grids: readonly CellGrid[];
}
const newest = new WeakMap<Panel, Entry>();

/** By run of rows, then run of columns: the cells between two gaps. Asked again for the same, it gives the same objects. */
export function panelGrids(frame: PanelFrame, records: LayoutGridRecords, view: PictureView): readonly CellGrid[] {
  const { panel, rows, columns, block } = frame;
  const { colourBy, elementBytes } = records;
  const key = [colourBy, elementBytes, block, rows.count, columns.count, runLength(rows), runLength(columns)].join();
  const known = newest.get(panel);
  if (known?.key === key && known.theme === view.theme) return known.grids;
  const colours = coloursOf(records, view);
  const grids: CellGrid[] = [];
  for (let row = 0; row < rows.count; row += runLength(rows))
    for (let column = 0; column < columns.count; column += runLength(columns))
      grids.push(runGrid(frame, { row, column }, colours));
  newest.set(panel, { key, theme: view.theme, grids });
  return grids;
}

/** Of a block of cells that is one mark, the first speaks. */
function runGrid(frame: PanelFrame, from: { row: number; column: number }, { palette, fillOf }: Colours): CellGrid {
  const { block, panel } = frame;
  const columns = Math.ceil(runLength(frame.columns) / block);
  const rows = Math.ceil(runLength(frame.rows) / block);
  const fill = new Uint8Array(columns * rows).fill(NO_FILL);
  for (let i = 0; i < fill.length; i++) {
    const cell = cellIn(frame, from.row + Math.floor(i / columns) * block, from.column + (i % columns) * block);
    if (cell !== null) fill[i] = fillOf(panel.elementOf(cell));
  }
  return { columns, rows, palette, fill, opacity: null, lane: null, bank: null, address: null };
}

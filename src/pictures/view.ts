/** Arguments of every picture besides its records (the view), and its answer about a point (the mark). */
import type { Cell } from '../model/layout/tile-layout.ts';
import type { Source } from '../trace/span.ts';
import type { Theme } from './theme.ts';

/**
 * The fact under the pointer, said in terms that hold in every picture and every variant: a logical element of the tile,
 * or a bank. Each picture derives its own address, lane and place from it.
 */
export type Highlight = { readonly cell: Cell | null; readonly bank: number | null } | null;

/** A point p of the unzoomed picture lies at k·p + (x, y); identity = the picture fits. */
export interface Zoom {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}
export const FIT: Zoom = { k: 1, x: 0, y: 0 };

/** Rows and columns (padding included) to make room for. All variants get the greatest, so their cells are equally large. */
export interface SharedScale {
  readonly columns: number;
  readonly rows: number;
  /** Columns that a word of 4 bytes takes, a fraction for wider elements; 1 if absent. */
  readonly cellsPerWord?: number;
}

/** What decides how large a tile's cells are. */
export interface TileAbove extends Required<SharedScale> {
  readonly maxHeight: number;
}

export interface PictureView {
  readonly theme: Theme;
  readonly source: Source;
  /** Space for the picture, axes included, in CSS pixels. */
  readonly width: number;
  /** Most that the cells may take, in CSS pixels. */
  readonly maxHeight: number;
  /** Limits of the unzoomed cell size; min = max fixes it. */
  readonly cellPx: { readonly min: number; readonly max: number };
  readonly scale: SharedScale | null;
  /** The tile above a picture by banks, whose cells its columns are as wide as; null where there is none. */
  readonly tileAbove: TileAbove | null;
  /** No picture by banks stands below: its cells leave no room for that one's addresses. */
  readonly standsAlone: boolean;
  /** Factors on the text of axes and on outlines: a projector needs both larger. */
  readonly textScale: number;
  readonly strokeScale: number;
  /** How many times larger than drawn the picture will be shown: there may then be room for numbers in its cells. */
  readonly enlargedBy: number;
  readonly highlight: Highlight;
  /** The pinned element. */
  readonly selection: Cell | null;
  /** Wavefronts served so far; Infinity = all. */
  readonly playhead: number;
  readonly zoom: Zoom;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The card beside the pointer: what the mark is, then its formula and address in monospace. */
export interface Lens {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The answer of a hit test. */
export interface Mark {
  readonly highlight: Highlight;
  /** Place of the mark on screen. The lens does not cover it. */
  readonly box: Box;
  readonly lens: Lens;
  /** False for padding and the like: shown, never picked. */
  readonly pickable: boolean;
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const defaultView = (theme: Theme, source: Source, width: number): PictureView => ({
  theme,
  source,
  width,
  maxHeight: 480,
  cellPx: { min: 0.25, max: 44 },
  scale: null,
  tileAbove: null,
  standsAlone: false,
  textScale: 1,
  strokeScale: 1,
  enlargedBy: 1,
  highlight: null,
  selection: null,
  playhead: Number.POSITIVE_INFINITY,
  zoom: FIT,
});

export const sameCell = (a: Cell | null, b: Cell | null): boolean =>
  a === b || (a !== null && b !== null && a.row === b.row && a.column === b.column);

export const sameHighlight = (a: Highlight, b: Highlight): boolean =>
  a === b || (a !== null && b !== null && a.bank === b.bank && sameCell(a.cell, b.cell));

/** A pinned element that is also under the pointer keeps its own ring. */
export const isPinned = (highlight: Highlight, selection: Cell | null): boolean =>
  highlight !== null && highlight.cell !== null && sameCell(highlight.cell, selection);

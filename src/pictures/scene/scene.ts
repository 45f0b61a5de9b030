/**
 * A scene: the marks of a picture in flat arrays, with literal places in CSS pixels and colours as palette indices. The
 * canvas draws it, the SVG writer writes it; neither knows what the marks mean.
 */
import type { Box } from '../view.ts';

/** Palette index of a cell that is not drawn. */
export const NO_FILL = 255;
/** Value of a tag that a mark does not have. */
export const UNTAGGED = -1;

/**
 * A regular grid of cells, row by row. It carries its own palette and is drawn through a bitmap of one pixel per cell:
 * zooming and hovering reuse the arrays (and the bitmap behind them), only place and pitch change.
 */
export interface CellGrid {
  readonly columns: number;
  readonly rows: number;
  readonly palette: readonly string[];
  readonly fill: Uint8Array;
  /** Opacity in percent; null = all opaque. */
  readonly opacity: Uint8Array | null;
  readonly lane: Int8Array | null;
  readonly bank: Int8Array | null;
  readonly address: Float64Array | null;
}

export interface PlacedGrid {
  readonly grid: CellGrid;
  readonly x: number;
  readonly y: number;
  readonly pitchX: number;
  readonly pitchY: number;
  readonly gapX: number;
  readonly gapY: number;
}

/** Meaning of a mark; written to the SVG as data-lane, data-bank, data-addr. */
export interface Tag {
  readonly lane?: number;
  readonly bank?: number;
  readonly address?: number;
}

export interface TagColumns {
  readonly lane: Int8Array;
  readonly bank: Int8Array;
  readonly address: Float64Array;
}

export interface Rects {
  /** x, y, width, height, corner radius. */
  readonly geometry: Float32Array;
  readonly fill: Uint8Array;
  readonly opacity: Uint8Array;
  readonly tags: TagColumns;
}
export interface Dots {
  /** Centre x, centre y, radius. */
  readonly geometry: Float32Array;
  readonly fill: Uint8Array;
  readonly opacity: Uint8Array;
  readonly tags: TagColumns;
}
/** Order matters: the number in the `dash` column is an index into this list. */
export const DASHES: readonly (readonly number[])[] = [[], [2.5, 3]];
export const SOLID = 0;
export const TRACK = 1;
export interface SceneLines {
  /** x1, y1, x2, y2, width. */
  readonly geometry: Float32Array;
  readonly stroke: Uint8Array;
  readonly opacity: Uint8Array;
  readonly dash: Uint8Array;
}
/** Areas that are not data: `hatch` is padding (45° lines), `dots` is memory that was never written. */
export interface Hatches {
  /** x, y, width, height, period. */
  readonly geometry: Float32Array;
  readonly ground: Uint8Array;
  readonly stroke: Uint8Array;
  readonly dotted: Uint8Array;
}
/** Thickness of a hatch line, side of a dot. */
export const HATCH_STROKE_PX = 0.9;
/** Side of the square that repeats: the period is measured along the axes, the lines of a hatch run at 45°. */
export const hatchSide = (period: number, dotted: boolean): number => (dotted ? period : period * Math.SQRT1_2);

/** An outline with a halo that keeps it apart from whatever lies below. */
export interface PathMark {
  readonly d: string;
  readonly stroke: number;
  readonly width: number;
  readonly halo: number;
  /** Width of the halo stroke, painted first; 0 = none. */
  readonly haloWidth: number;
  readonly fill: number;
  readonly dash: readonly number[];
}
export interface RingMark extends Omit<PathMark, 'd'> {
  readonly box: Box;
  readonly radius: number;
  readonly tag: Tag;
}
/** Text that follows another one on its line. Its place depends on the width of the first. */
export interface TextTail {
  readonly text: string;
  readonly fill: number;
  readonly size: number;
  readonly gap: number;
}
export interface TextMark {
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly text: string;
  readonly fill: number;
  readonly size: number;
  readonly weight: 400 | 600 | 700;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly mono: boolean;
  readonly tail: TextTail | null;
}

/** Painted in the order of the fields. */
export interface SceneLayer {
  readonly clip: Box | null;
  readonly grids: readonly PlacedGrid[];
  readonly rects: Rects;
  readonly hatches: Hatches;
  readonly lines: SceneLines;
  readonly dots: Dots;
  readonly paths: readonly PathMark[];
  readonly rings: readonly RingMark[];
  readonly texts: readonly TextMark[];
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly palette: readonly string[];
  readonly layers: readonly SceneLayer[];
}

export const SANS = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
export const MONO = 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "Liberation Mono", monospace';

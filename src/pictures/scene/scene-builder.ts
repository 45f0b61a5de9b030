/** Collects marks and packs them into a `Scene`. Colours come as hex and become palette indices here. */

import type { Box } from '../view.ts';
import {
  DASHES,
  type Dots,
  type Hatches,
  NO_FILL,
  type PathMark,
  type PlacedGrid,
  type Rects,
  type RingMark,
  type Scene,
  type SceneLayer,
  type SceneLines,
  SOLID,
  type Tag,
  type TagColumns,
  type TextMark,
  UNTAGGED,
} from './scene.ts';

export interface FillStyle extends Tag {
  readonly radius?: number;
  /** 0 to 1. */
  readonly opacity?: number;
}
export interface OutlineStyle {
  readonly stroke: string;
  readonly width: number;
  readonly halo?: string;
  readonly haloWidth?: number;
  readonly fill?: string;
  readonly dash?: readonly number[];
}
export interface TextStyle {
  readonly size?: number;
  readonly weight?: 400 | 600 | 700;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly mono?: boolean;
  readonly tail?: { readonly text: string; readonly fill: string; readonly size: number; readonly gap: number };
}

/** Factors on what has no size of its own: the text of axes, and all outlines and lines. */
export interface SceneScales {
  readonly textScale: number;
  readonly strokeScale: number;
}

/** Text of axes, in px, before it is scaled. */
const AXIS_PX = 10;

export class SceneBuilder {
  readonly #scales: SceneScales;
  #palette = new Map<string, number>();
  #layers: OpenLayer[] = [emptyLayer(null)];

  constructor(scales: SceneScales = { textScale: 1, strokeScale: 1 }) {
    this.#scales = scales;
  }

  /** Later marks lie above all earlier ones; inside a layer the order is that of `SceneLayer`'s fields. */
  layer(clip: Box | null = null): this {
    this.#layers.push(emptyLayer(clip));
    return this;
  }

  grid(grid: PlacedGrid): void {
    this.#top.grids.push(grid);
  }

  rect(box: Box, fill: string, style: FillStyle = {}): void {
    const { x, y, width, height } = box;
    this.#top.rects.push(x, y, width, height, style.radius ?? 0, this.#index(fill), ...paint(style));
  }

  dot(x: number, y: number, radius: number, fill: string, style: FillStyle = {}): void {
    this.#top.dots.push(x, y, radius, this.#index(fill), ...paint(style));
  }

  line(from: readonly [number, number], to: readonly [number, number], stroke: string, style: LineStyle = {}): void {
    const { width = 1, dash = SOLID, opacity = 1 } = style;
    const drawn = width * this.#scales.strokeScale;
    this.#top.lines.push(...from, ...to, drawn, this.#index(stroke), Math.round(opacity * 100), dash);
  }

  hatch(box: Box, ground: string, stroke: string, period: number, dotted = false): void {
    const { x, y, width, height } = box;
    this.#top.hatches.push(x, y, width, height, period, this.#index(ground), this.#index(stroke), dotted ? 1 : 0);
  }

  path(d: string, style: OutlineStyle): void {
    this.#top.paths.push({ d, ...this.#outline(style) });
  }

  ring(box: Box, radius: number, style: OutlineStyle, tag: Tag = {}): void {
    this.#top.rings.push({ box, radius, tag, ...this.#outline(style) });
  }

  text(x: number, y: number, text: string, fill: string, style: TextStyle = {}): void {
    const { size = AXIS_PX * this.#scales.textScale, weight = 400, anchor = 'start', mono = false } = style;
    const tail = style.tail === undefined ? null : { ...style.tail, fill: this.#index(style.tail.fill) };
    this.#top.texts.push({ x, y, text, fill: this.#index(fill), size, weight, anchor, mono, tail });
  }

  finish(width: number, height: number): Scene {
    return { width, height, palette: [...this.#palette.keys()], layers: this.#layers.map(packLayer) };
  }

  get #top(): OpenLayer {
    return this.#layers[this.#layers.length - 1];
  }

  #index(hex: string): number {
    let index = this.#palette.get(hex);
    if (index === undefined) {
      index = this.#palette.size;
      this.#palette.set(hex, index);
    }
    return index;
  }

  #outline(style: OutlineStyle): Omit<PathMark, 'd'> {
    return {
      stroke: this.#index(style.stroke),
      width: style.width * this.#scales.strokeScale,
      halo: style.halo === undefined ? NO_FILL : this.#index(style.halo),
      haloWidth: (style.haloWidth ?? 0) * this.#scales.strokeScale,
      fill: style.fill === undefined ? NO_FILL : this.#index(style.fill),
      dash: style.dash ?? DASHES[SOLID],
    };
  }
}

export interface LineStyle {
  readonly width?: number;
  /** Index into `DASHES`. */
  readonly dash?: number;
  readonly opacity?: number;
}

const paint = (s: FillStyle): [number, number, number, number] => [
  Math.round((s.opacity ?? 1) * 100),
  s.lane ?? UNTAGGED,
  s.bank ?? UNTAGGED,
  s.address ?? UNTAGGED,
];

// Marks as they are collected, and how they become the flat arrays of a `SceneLayer`.

/** Records of rects, hatches, lines and dots lie one after another, each with the fields of its pack function. */
interface OpenLayer {
  readonly clip: Box | null;
  readonly grids: PlacedGrid[];
  readonly rects: number[];
  readonly hatches: number[];
  readonly lines: number[];
  readonly dots: number[];
  readonly paths: PathMark[];
  readonly rings: RingMark[];
  readonly texts: TextMark[];
}

const emptyLayer = (clip: Box | null): OpenLayer => ({
  clip,
  grids: [],
  rects: [],
  hatches: [],
  lines: [],
  dots: [],
  paths: [],
  rings: [],
  texts: [],
});

/** Column-wise copy of some fields of equally long records that lie one after another. */
function columns<T extends Float32Array | Float64Array | Uint8Array | Int8Array>(
  make: (length: number) => T,
  flat: readonly number[],
  stride: number,
  first: number,
  count = 1,
): T {
  const records = flat.length / stride;
  const out = make(records * count);
  for (let i = 0; i < records; i++) for (let j = 0; j < count; j++) out[i * count + j] = flat[i * stride + first + j];
  return out;
}
const f32 = (n: number): Float32Array => new Float32Array(n);
const f64 = (n: number): Float64Array => new Float64Array(n);
const u8 = (n: number): Uint8Array => new Uint8Array(n);
const i8 = (n: number): Int8Array => new Int8Array(n);

const packTags = (flat: readonly number[], stride: number, first: number): TagColumns => ({
  lane: columns(i8, flat, stride, first),
  bank: columns(i8, flat, stride, first + 1),
  address: columns(f64, flat, stride, first + 2),
});

/** `fields` numbers of geometry, then fill, opacity, lane, bank, address. */
const packFilled = (flat: readonly number[], fields: number): Rects & Dots => ({
  geometry: columns(f32, flat, fields + 5, 0, fields),
  fill: columns(u8, flat, fields + 5, fields),
  opacity: columns(u8, flat, fields + 5, fields + 1),
  tags: packTags(flat, fields + 5, fields + 2),
});

const packLines = (flat: readonly number[]): SceneLines => ({
  geometry: columns(f32, flat, 8, 0, 5),
  stroke: columns(u8, flat, 8, 5),
  opacity: columns(u8, flat, 8, 6),
  dash: columns(u8, flat, 8, 7),
});

const packHatches = (flat: readonly number[]): Hatches => ({
  geometry: columns(f32, flat, 8, 0, 5),
  ground: columns(u8, flat, 8, 5),
  stroke: columns(u8, flat, 8, 6),
  dotted: columns(u8, flat, 8, 7),
});

const packLayer = (open: OpenLayer): SceneLayer => ({
  clip: open.clip,
  grids: open.grids,
  rects: packFilled(open.rects, 5),
  hatches: packHatches(open.hatches),
  lines: packLines(open.lines),
  dots: packFilled(open.dots, 3),
  paths: open.paths,
  rings: open.rings,
  texts: open.texts,
});

/** Collects marks and packs them into a `Scene`. Colours come as hex and become palette indices here. */

import type { Box } from '../view.ts';
import { DASHES, NO_FILL, type PathMark, type PlacedGrid, type Scene, SOLID, type Tag, UNTAGGED } from './scene.ts';
import { emptyLayer, type OpenLayer, packLayer } from './scene-packing.ts';

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

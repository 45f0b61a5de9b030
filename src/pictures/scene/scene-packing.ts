/** Marks as they are collected, and how they become the flat arrays of a `SceneLayer`. */

import type { Box } from '../view.ts';
import type {
  Dots,
  Hatches,
  PathMark,
  PlacedGrid,
  Rects,
  RingMark,
  SceneLayer,
  SceneLines,
  TagColumns,
  TextMark,
} from './scene.ts';

/** Records of rects, hatches, lines and dots lie one after another, each with the fields of its pack function. */
export interface OpenLayer {
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

export const emptyLayer = (clip: Box | null): OpenLayer => ({
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

export const packLayer = (open: OpenLayer): SceneLayer => ({
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

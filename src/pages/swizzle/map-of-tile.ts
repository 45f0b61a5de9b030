/** The tile as a box: its type, and the page on tensor maps that shows it. */
import { tmaModeOf } from '../../model/swizzle/names.ts';
import { rowBytes, type SwizzledTile } from '../../model/swizzle/tile.ts';
import type { FlatSearch } from '../../state/exhibit-search.ts';
import { ELEMENT_BYTES, type ElementType } from '../../trace/launch.ts';
import { DEFAULTS, encodeTensorMapSearch } from '../tensor-map/tensor-map-search.ts';

/** A type of so many bytes; a tensor map has none of 16, and two of 8 lie where it would. */
const TYPES: Readonly<Record<number, ElementType>> = { 1: 'u8', 2: 'f16', 4: 'f32', 8: 'f64', 16: 'f64' };

export interface BoxRow {
  readonly type: ElementType;
  /** Of that type. */
  readonly elements: number;
}

export function boxRow(tile: SwizzledTile): BoxRow {
  const type = TYPES[tile.elementBytes];
  return { type, elements: rowBytes(tile) / ELEMENT_BYTES[type] };
}

/** The link's fields; null where no copy lays the tile. */
export function mapSearch(tile: SwizzledTile): FlatSearch | null {
  const { mode } = tmaModeOf(tile);
  if (mode === null) return null;
  const { type, elements } = boxRow(tile);
  const dims = [elements, tile.rows];
  return encodeTensorMapSearch({
    ...DEFAULTS,
    type,
    dims,
    box: dims,
    start: [0, 0],
    swizzle: mode.mode,
    base: tile.base,
  });
}

/** The tile as a box: its type, and the page on tensor maps that shows it. */
import { tmaModeOf } from '../../model/swizzle/swizzle-names.ts';
import { pitchBytes, rowBytes, type SwizzledTile } from '../../model/swizzle/tile.ts';
import type { FlatSearch } from '../../state/link-codec.ts';
import { ELEMENT_BYTES, type ElementType } from '../../trace/launch.ts';
import { tensorMapLink } from '../links/tensor-map.ts';

/** A type of so many bytes; a tensor map has none of 16, and two of 8 lie where it would. */
const TYPES: Readonly<Record<number, ElementType>> = { 1: 'u8', 2: 'f16', 4: 'f32', 8: 'f64', 16: 'f64' };

export interface BoxRow {
  readonly type: ElementType;
  /** Elements of that type in a row of the tensor. */
  readonly elements: number;
  /** Elements in a row of the box, which has the padding in addition. */
  readonly boxElements: number;
}

export function boxRow(tile: SwizzledTile): BoxRow {
  const type = TYPES[tile.elementBytes];
  const [elements, boxElements] = [rowBytes(tile), pitchBytes(tile)].map(bytes => bytes / ELEMENT_BYTES[type]);
  return { type, elements, boxElements };
}

/** The link's fields; null where no copy lays the tile. */
export function mapSearch(tile: SwizzledTile): FlatSearch | null {
  const { mode } = tmaModeOf(tile);
  if (mode === null) return null;
  const { type, elements, boxElements } = boxRow(tile);
  const dims = [elements, tile.rows];
  return tensorMapLink.encode({
    ...tensorMapLink.defaults,
    type,
    dims,
    box: [boxElements, tile.rows],
    start: [0, 0],
    swizzle: mode.mode,
    base: tile.base,
  });
}

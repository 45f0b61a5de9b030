/** Tools of the tile grid's drawing functions. */
import type { TileGridRecords } from '../records.ts';
import type { TileCells } from '../requests/tile-cells.ts';
import type { GridFrame } from '../scene/grid-frame.ts';
import type { PicturePen } from '../scene/pen.ts';

export interface TileGridPen extends PicturePen<GridFrame, TileGridRecords> {
  readonly cells: TileCells;
}

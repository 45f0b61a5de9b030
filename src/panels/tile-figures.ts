/** The pictures of a tile and of one request for a file. */
import { bankMapFigure } from '../pictures/bank-map/figure.ts';
import type { Figure } from '../pictures/figure.ts';
import { punchCardFigure } from '../pictures/punch-card/figure.ts';
import { tileGridFigure } from '../pictures/tile-grid/figure.ts';
import { tileLinesFigure } from '../pictures/tile-lines/figure.ts';
import { defaultView } from '../pictures/view.ts';
import type { FileStage } from './exhibit.ts';
import { BANK_MAP_PX, cardOf, drawnRequests, mapOf, requestOf, sharedBy, tileOf } from './tile-records.ts';
import { bestSource, type VariantView } from './variant-view.ts';

/** Cells of a tile in a file. */
const TILE_PX = 330;

/** As on the page, at a fixed width, with what is pinned and played, without what is hovered. */
export function tileFigures(
  view: VariantView,
  { views, theme, colourBy, selection, playhead, enlargedBy = 1 }: FileStage,
  width: number,
): Figure[] {
  const { scale, lineCount } = sharedBy(views);
  const { source } = bestSource(view);
  const requests = drawnRequests(view, requestOf(view.predicted));
  const tile = tileOf(view.tile, requests, colourBy);
  const map = mapOf(view.tile, requests, lineCount);
  const card = cardOf(view.tile, requests);
  const at = (from: typeof source, maxHeight: number) => ({
    ...defaultView(theme, from, width),
    selection,
    playhead,
    enlargedBy,
    scale,
    maxHeight,
  });
  return [
    ...(tile ? [(tile.lines === tile.layout ? tileGridFigure : tileLinesFigure)(tile, at('predicted', TILE_PX))] : []),
    ...(map ? [bankMapFigure(map, at(source, BANK_MAP_PX))] : []),
    ...(card ? [punchCardFigure(card, at(source, TILE_PX))] : []),
  ];
}

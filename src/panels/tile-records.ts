/** Records of each variant for the pictures of a tile and of one request. */
import { LINE_BYTES, WORD_BYTES } from '../base/hardware.ts';
import type { TileLayout } from '../model/layout/tile-layout.ts';
import type { ColourBy, Request } from '../pictures/records.ts';
import { drawnLayout } from '../pictures/tile-grid/drawn-layout.ts';
import type { SharedScale, TileAbove } from '../pictures/view.ts';
import { bestSource, type SourceView, type VariantView } from './variant-view.ts';

export const BANK_MAP_PX = 104;

export interface Shared {
  readonly scale: SharedScale | null;
  readonly lineCount: number | null;
}

/** Scales that the variants share, so that a cell, a line or a bar means the same in each column. */
export function sharedBy(views: readonly VariantView[]): Shared {
  const tiles = views.flatMap(({ tile }) => (tile === null ? [] : [drawnLayout(tile)]));
  if (tiles.length === 0) return { scale: null, lineCount: null };
  const columns = Math.max(...tiles.map(tile => tile.pitchElements));
  const rows = Math.max(...tiles.map(tile => tile.rows));
  const bytes = Math.max(...views.map(view => view.sharedBytes + (view.tile?.baseBytes ?? 0)));
  const cellsPerWord = Math.max(...tiles.map(wordCells));
  return { scale: { columns, rows, cellsPerWord }, lineCount: Math.ceil(bytes / LINE_BYTES) };
}

/** What the bank map below a tile needs, to have columns as wide as the tile's cells. */
export function tileAboveOf(scale: SharedScale | null, tile: TileLayout | null, maxHeight: number): TileAbove | null {
  if (tile === null) return null;
  const layout = drawnLayout(tile);
  const own = { columns: layout.pitchElements, rows: layout.rows, cellsPerWord: wordCells(layout) };
  return { ...own, ...scale, maxHeight };
}

const wordCells = ({ elementBytes }: TileLayout): number => WORD_BYTES / elementBytes;

export const requestOf = ({ access, cost }: SourceView): Request | null => access && cost && { access, cost };

type Sources = Pick<VariantView, 'predicted' | 'emulated'>;

/** The best source's request, and the model's beside it where that is another. */
export interface DrawnRequests {
  readonly request: Request | null;
  readonly predicted: Request | null;
}

/** `model`: the model's request. The emulator's is that very object where the two draw the same: nothing is then drawn anew. */
export function drawnRequests(sources: Sources, model: Request | null): DrawnRequests {
  const { source, view } = bestSource(sources);
  if (source === 'predicted') return { request: model, predicted: null };
  const request = requestOf(view);
  return isSame(request, model) ? { request: model, predicted: null } : { request, predicted: model };
}

function isSame(a: Request | null, b: Request | null): boolean {
  if (a === null || b === null) return a === b;
  const [one, other] = [a.access, b.access];
  return (
    one.warp === other.warp &&
    one.space === other.space &&
    one.kind === other.kind &&
    one.widthBytes === other.widthBytes &&
    one.activeMask === other.activeMask &&
    one.address.every((address, lane) => address === other.address[lane])
  );
}

// Records that each picture draws.

export const tileOf = (layout: TileLayout | null, requests: DrawnRequests, colourBy: ColourBy) =>
  layout && { layout, lines: drawnLayout(layout), ...requests, colourBy };

export const mapOf = (layout: TileLayout | null, requests: DrawnRequests, lineCount: number | null) =>
  layout && { layout, ...requests, lineCount };

export const cardOf = (layout: TileLayout | null, { request, predicted }: DrawnRequests) =>
  request && { layout, request, predicted, rows: 'wavefronts' as const };

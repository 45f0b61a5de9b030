/** Pieces on their way from one pattern's places to another's. */
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import type { ChunkTileRecords } from '../swizzle/records.ts';
import type { PictureView } from '../view.ts';
import { bankColour } from './cells.ts';
import { boxOfCell, type ChunkTilePen, cellOf, piecesIn } from './frame.ts';
import { drawNumber, isNumbered, numberOf } from './numbers.ts';

/** More of them are drawn where they arrive. */
const MOST_PIECES = 4096;

/** Do the same pieces have places in both? */
export const isSameShape = (a: SwizzledTile, b: SwizzledTile): boolean =>
  (['rows', 'columns', 'elementBytes', 'padBytes'] as const).every(name => a[name] === b[name]);

export function isMoving({ tile, piece, arranged, from }: ChunkTileRecords, { playhead }: PictureView): boolean {
  if (!from || playhead >= 1 || arranged !== 'memory' || !isSameShape(from, tile)) return false;
  const [there, here] = [from, tile].map(each => piecesIn({ tile: each, piece }));
  return there.bytes === here.bytes && here.placeOf.length <= MOST_PIECES;
}

/** Starts fast and arrives slowly. */
const eased = (share: number): number => 1 - (1 - share) ** 3;

/** Each piece in its colour, with its number, on the straight way from where it lay. */
export function drawMoving(pen: ChunkTilePen): void {
  const { scene, frame, theme, records, view } = pen;
  const { playhead } = view;
  const before = piecesIn({ tile: records.from!, piece: records.piece }).placeOf;
  const share = eased(playhead);
  frame.pieces.placeOf.forEach((place, piece) => {
    if (place < 0 || before[piece] < 0) return;
    const [start, end] = [before[piece], place].map(at => boxOfCell(frame, cellOf(frame, at)));
    const between = (a: number, b: number): number => a + (b - a) * share;
    const box = { ...end, x: between(start.x, end.x), y: between(start.y, end.y) };
    scene.rect(box, theme.banks[bankColour(frame, records, piece)]);
    if (isNumbered(frame)) drawNumber(pen, box, numberOf(frame, records, piece));
  });
}

/** What a lens says of a piece of a tile. */
import { addressText } from '../../base/numerals.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { bankText } from '../address-text.ts';
import type { ChunkTileRecords } from '../swizzle/records.ts';
import { addressesOf } from './cells.ts';
import { copiedLines } from './copied.ts';
import type { ChunkTileFrame } from './frame.ts';

/** Where it lies, what a copy brought, and which lanes want it. */
export const pieceLines = (
  frame: ChunkTileFrame,
  records: ChunkTileRecords,
  piece: number,
  lanes: readonly number[],
): string[] => [
  ...addressLines(frame, records, piece),
  ...copiedLines(frame, records, piece),
  ...(lanes.length === 0 ? [] : [laneLine(lanes)]),
];

const laneLine = (lanes: readonly number[]): string => `${lanes.length === 1 ? 'lane' : 'lanes'} ${lanes.join(', ')}`;

export function placeName(
  { pieces }: ChunkTileFrame,
  { tile }: ChunkTileRecords,
  piece: number,
  { column }: Cell,
): string {
  const inRow = piece % pieces.columns;
  const elements = pieces.bytes / tile.elementBytes;
  if (elements > 1) return `chunk ${inRow}: columns ${column}–${column + elements - 1}`;
  return elements === 1 ? `column ${column}` : `column ${column}, byte ${(inRow * pieces.bytes) % tile.elementBytes}`;
}

/** One line where the pattern moves nothing. */
function addressLines(frame: ChunkTileFrame, { tile, other }: ChunkTileRecords, piece: number): string[] {
  const [linear, placed] = addressesOf(tile, frame, piece);
  const text = (address: number): string => `${addressText(address)} → ${bankText(address, frame.pieces.bytes)}`;
  const said = other?.place(linear) ?? placed;
  return [
    ...(linear === placed ? [text(placed)] : [`row by row ${text(linear)}`, `in memory ${text(placed)}`]),
    ...(said === placed ? [] : [`${other!.name} ${text(said)}`]),
  ];
}

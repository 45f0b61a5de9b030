/** Pieces of shared memory before they are named, and what lies inside of what. */
import type { SwizzleMode } from '../../trace/launch.ts';
import type { SharedRegion } from '../../trace/shared-region.ts';

export interface FoundPiece {
  readonly by: SharedRegion['by'];
  readonly byteOffset: number;
  readonly sizeBytes: number;
  /** A buffer, 'A' or 'B' of a product; '' where nothing tells. */
  readonly of: string;
  readonly types: readonly string[];
  readonly swizzle: SwizzleMode | null;
  readonly rowBytes: number;
}

const endOf = ({ byteOffset, sizeBytes }: FoundPiece): number => byteOffset + sizeBytes;

/** Joins pieces that overlap or touch; all are of one sort. */
export function joinedPieces(pieces: readonly FoundPiece[]): FoundPiece[] {
  const joined: FoundPiece[] = [];
  for (const piece of [...pieces].sort((a, b) => a.byteOffset - b.byteOffset)) {
    const last = joined.at(-1);
    if (last === undefined || piece.byteOffset > endOf(last)) joined.push(piece);
    else joined[joined.length - 1] = { ...last, sizeBytes: Math.max(endOf(last), endOf(piece)) - last.byteOffset };
  }
  return joined;
}

/** Bytes of `piece` that none of `others` covers, as pieces. */
export function uncovered(piece: FoundPiece, others: readonly FoundPiece[]): FoundPiece[] {
  const rest: FoundPiece[] = [];
  let from = piece.byteOffset;
  for (const other of [...others].sort((a, b) => a.byteOffset - b.byteOffset)) {
    if (endOf(other) <= from || other.byteOffset >= endOf(piece)) continue;
    if (other.byteOffset > from) rest.push({ ...piece, byteOffset: from, sizeBytes: other.byteOffset - from });
    from = endOf(other);
  }
  if (from < endOf(piece)) rest.push({ ...piece, byteOffset: from, sizeBytes: endOf(piece) - from });
  return rest;
}

export const overlaps = (
  a: Pick<FoundPiece, 'byteOffset' | 'sizeBytes'>,
  b: Pick<FoundPiece, 'byteOffset' | 'sizeBytes'>,
) => a.byteOffset < b.byteOffset + b.sizeBytes && b.byteOffset < a.byteOffset + a.sizeBytes;

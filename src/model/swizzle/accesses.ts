/**
 * The accesses of a warp to a tile, as byte offsets from its start: rows, columns, matrices, or a table of the user's
 * own.
 */
import { CHUNK_BYTES, LANES, MATRIX_ROWS } from '../../base/hardware.ts';
import type { Cell } from '../layout/tile-layout.ts';
import { pitchBytes, rowBytes, type SwizzledTile } from './tile.ts';

export type AccessPattern =
  /** The lanes lie side by side and go on in the next row at a row's end. */
  | { readonly kind: 'row'; readonly widthBytes: number }
  /** Each lane reads its own row; all lanes read the same columns. */
  | { readonly kind: 'column'; readonly widthBytes: number }
  /** 8x8 matrices of 16-byte rows. x2: one below the other. x4: two such pairs side by side. */
  | { readonly kind: 'ldmatrix'; readonly matrices: 1 | 2 | 4 }
  /** The core matrices of 64 rows and 32 bytes, one after another: what wgmma reads of A in one k-step. */
  | { readonly kind: 'wgmma' }
  /** Each lane's byte offset from the tile's start, before the pattern; null = the lane is idle. */
  | { readonly kind: 'own'; readonly widthBytes: number; readonly offsets: readonly (number | null)[] };

export interface LinearRequest {
  readonly instruction: 'ld' | 'ldmatrix';
  readonly widthBytes: number;
  /** Each lane's byte offset from the tile's start, before the pattern; null = the lane takes no part. */
  readonly offsets: readonly (number | null)[];
  readonly matrices?: 1 | 2 | 4;
}

const CORE_ROWS = 64;

const everyLane = (offsetOf: (lane: number) => number | null): (number | null)[] =>
  Array.from({ length: LANES }, (_, lane) => offsetOf(lane));

/** The requests of an access whose first lane, or first matrix, begins at the element `origin`. */
export function requestsOf(tile: SwizzledTile, access: AccessPattern, origin: Cell): LinearRequest[] {
  switch (access.kind) {
    case 'row':
      return [load(access.widthBytes, everyLane(rowOffsets(tile, access.widthBytes, origin)))];
    case 'column':
      return [
        load(
          access.widthBytes,
          everyLane(lane => at(tile, origin.row + lane, byteOf(tile, origin), access.widthBytes)),
        ),
      ];
    case 'ldmatrix':
      return [matrixRequest(tile, access.matrices, origin)];
    case 'wgmma':
      return coreMatrices(tile, origin);
    case 'own':
      return [load(access.widthBytes, access.offsets)];
  }
}

const load = (widthBytes: number, offsets: readonly (number | null)[]): LinearRequest => ({
  instruction: 'ld',
  widthBytes,
  offsets,
});

const byteOf = ({ elementBytes }: SwizzledTile, { column }: Cell): number => column * elementBytes;

/** Byte offset of a piece of a row; null if the piece is not wholly in the tile. `byte` counts within the row. */
function at(tile: SwizzledTile, row: number, byte: number, bytes: number): number | null {
  return row < tile.rows && byte + bytes <= rowBytes(tile) ? row * pitchBytes(tile) + byte : null;
}

function rowOffsets(tile: SwizzledTile, bytes: number, origin: Cell): (lane: number) => number | null {
  const length = rowBytes(tile);
  return lane => {
    const byte = origin.row * length + byteOf(tile, origin) + lane * bytes;
    return at(tile, Math.floor(byte / length), byte % length, bytes);
  };
}

function matrixRequest(tile: SwizzledTile, matrices: 1 | 2 | 4, origin: Cell): LinearRequest {
  const offsets = everyLane(lane => {
    if (lane >= matrices * MATRIX_ROWS) return null;
    const beside = Math.floor(lane / (2 * MATRIX_ROWS));
    const byte = byteOf(tile, origin) + beside * CHUNK_BYTES;
    return at(tile, origin.row + (lane % (2 * MATRIX_ROWS)), byte, CHUNK_BYTES);
  });
  return { instruction: 'ldmatrix', widthBytes: CHUNK_BYTES, offsets, matrices };
}

/** The core matrices from an element on that lie wholly in the tile. */
function coreMatrices(tile: SwizzledTile, origin: Cell): LinearRequest[] {
  const rows = Math.min(CORE_ROWS, tile.rows - origin.row);
  return Array.from({ length: Math.floor(rows / MATRIX_ROWS) }, (_, down) =>
    [0, 1].map(beside => {
      const byte = byteOf(tile, origin) + beside * CHUNK_BYTES;
      const row = origin.row + down * MATRIX_ROWS;
      const offsets = everyLane(lane => (lane < MATRIX_ROWS ? at(tile, row + lane, byte, CHUNK_BYTES) : null));
      return { instruction: 'ldmatrix' as const, widthBytes: CHUNK_BYTES, offsets, matrices: 1 as const };
    }),
  )
    .flat()
    .filter(({ offsets }) => offsets[0] !== null);
}

/** How many rows and bytes an access spans: the step from one origin to the next that shares no byte with it. */
export function strideOf(tile: SwizzledTile, access: AccessPattern): { readonly rows: number; readonly bytes: number } {
  switch (access.kind) {
    case 'row':
      return { rows: 1, bytes: LANES * access.widthBytes };
    case 'column':
      return { rows: Math.min(LANES, tile.rows), bytes: access.widthBytes };
    case 'ldmatrix':
      return { rows: access.matrices === 1 ? MATRIX_ROWS : 2 * MATRIX_ROWS, bytes: access.matrices === 4 ? 32 : 16 };
    case 'wgmma':
      return { rows: CORE_ROWS, bytes: 2 * CHUNK_BYTES };
    case 'own':
      return { rows: tile.rows, bytes: rowBytes(tile) };
  }
}

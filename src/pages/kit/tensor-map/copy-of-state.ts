/**
 * Turns the page's state into a copy, the rules that it breaks, and everything that is drawn of it; and a copy into a
 * state.
 */
import { CHUNK_BYTES } from '../../../base/hardware.ts';
import type { Swizzle } from '../../../model/layout/swizzle.ts';
import type { SwizzledTile } from '../../../model/swizzle/tile.ts';
import { rowCoordinates } from '../../../model/tma/box.ts';
import { type BoxBytes, boxBytes } from '../../../model/tma/box-bytes.ts';
import { type BoxCopy, type CopyBreach, copyBreaches, repaired } from '../../../model/tma/box-copy.ts';
import { denseStrides } from '../../../model/tma/dense-strides.ts';
import { tmaSwizzle } from '../../../model/tma/swizzle-modes.ts';
import type { ChunkTileRecords, OtherChunks } from '../../../pictures/swizzle/records.ts';
import type { TensorBoxRecords } from '../../../pictures/tensor-box/records.ts';
import { ELEMENT_BYTES } from '../../../trace/launch.ts';
import { elementStep } from '../../../trace/tensor-map-rules.ts';
import { mapOf, type TensorMapState } from '../../links/tensor-map.ts';

export interface CopyOfState {
  /** The copy that was asked for. */
  readonly asked: BoxCopy;
  readonly breaches: readonly CopyBreach[];
  /** The nearest that breaks nothing: what is drawn. */
  readonly copy: BoxCopy;
  readonly bytes: BoxBytes;
  /** The rows in shared memory, under the mode. */
  readonly tile: SwizzledTile;
  /** Swizzle on bytes; null for a mode that is two swizzles. */
  readonly swizzle: Swizzle | null;
}

export type CopyState = Omit<TensorMapState, 'down' | 'plane' | 'piece' | 'at' | 'pin' | 'text' | 'run' | 'embed'>;

export function copyOfState(state: CopyState): CopyOfState {
  const { start, base, direction } = state;
  const asked: BoxCopy = { map: mapOf(state as TensorMapState), start, base, direction };
  const copy = repaired(asked);
  const bytes = boxBytes(copy);
  const { cute, swizzles } = tmaSwizzle(copy.map.swizzle);
  return {
    ...{ asked, copy, bytes },
    breaches: [...copyBreaches(asked)],
    tile: tileOf(copy, bytes, cute ?? swizzles[0]),
    swizzle: cute,
  };
}

const tileOf = ({ map, base }: BoxCopy, { shape }: BoxBytes, swizzle: Swizzle): SwizzledTile => ({
  rows: shape.rows,
  columns: shape.rowBytes / ELEMENT_BYTES[map.type],
  elementBytes: ELEMENT_BYTES[map.type],
  padBytes: shape.pitchBytes - shape.rowBytes,
  base,
  pattern: { kind: 'xor', swizzle },
});

/** The fields of the state that make a copy. Strides without gaps are packed. */
export function stateOfCopy({ map, start, base, direction }: BoxCopy): Partial<TensorMapState> {
  const packed = denseStrides(map);
  const isPacked = packed.every((bytes, i) => bytes === map.stridesBytes[i]);
  const { type, dims, box, elementStrides, interleave, swizzle, l2Promotion = 'none', oobFill } = map;
  return {
    ...{ type, dims, box, elementStrides, interleave, swizzle, start, base, direction },
    strides: isPacked ? null : map.stridesBytes,
    promotion: l2Promotion,
    fill: oobFill,
  };
}

/** Coordinates of the plane that is drawn: the chosen one, or the one that the walk is in. */
export function planeOf(
  { plane }: Pick<TensorMapState, 'plane'>,
  { copy, bytes }: CopyOfState,
  arrived: number,
): number[] {
  const { map, start } = copy;
  if (plane !== null && plane.length === start.length)
    return start.map((at, dim) => at + Math.min(plane[dim], bytes.shape.counts[dim] - 1) * elementStep(map, dim));
  const last = arrived >= bytes.chunks ? 0 : Math.max(0, arrived - 1);
  return [start[0], ...rowCoordinates(map, start, Math.floor(last / bytes.chunksPerRow), bytes.shape)];
}

/** `other`: what a compiled kernel found otherwise. For a tensor of fewer dimensions than the one that was asked for, the last of them. */
export const tensorRecords = (
  state: Pick<TensorMapState, 'down' | 'plane'>,
  shown: CopyOfState,
  arrived: number,
  other: OtherChunks | null,
): TensorBoxRecords => ({
  copy: shown.copy,
  bytes: shown.bytes,
  down: Math.min(state.down, shown.copy.start.length - 1),
  plane: planeOf(state, shown, arrived),
  other: shown.copy.direction === 'store' ? other : null,
});

const OUTSIDE = { zero: 'zeros', nan: 'NaN, 0x7FF7 in 16 bits' } as const;

const outsideWords = ({ direction, map }: BoxCopy) =>
  direction === 'store'
    ? { outside: 'left out', cut: 'stored behind the row' }
    : { outside: OUTSIDE[map.oobFill], cut: OUTSIDE[map.oobFill] };

export function tileRecords(
  { piece }: Pick<TensorMapState, 'piece'>,
  shown: CopyOfState,
  arrived: number,
  other: OtherChunks | null,
): ChunkTileRecords {
  const { copy, bytes, tile, swizzle } = shown;
  const isWalking = arrived >= 1 && arrived < bytes.chunks;
  return {
    title: 'Shared memory',
    tile,
    // Halves that change places are not drawn: a chunk is.
    piece: swizzle === null ? 'chunk' : piece,
    arranged: 'memory',
    lanes: NO_LANES,
    copied: {
      arrivedBytes: (copy.direction === 'store' ? bytes.chunks : arrived) * CHUNK_BYTES,
      newest: isWalking ? arrived - 1 : null,
      insideBytes: bytes.insideBytes,
      ...outsideWords(copy),
      other: copy.direction === 'store' ? null : other,
    },
  };
}

const NO_LANES: ChunkTileRecords['lanes'] = [];

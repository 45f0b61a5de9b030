/** A tensor copy as its warp issues it: the accesses of the engine in closed form. */

import { LANES } from '../base/hardware.ts';
import { boxBytes } from '../model/tma/box-bytes.ts';
import type { BoxCopy } from '../model/tma/box-copy.ts';
import { boxPieces, pieceBytes } from '../model/tma/box-pieces.ts';
import type { CtaAccess } from './cta-trace.ts';

/** Columns of a row, at most, as a bulk copy is told in traces: chunks in the order of the box. */
const ENGINE_COLUMNS = 32;

/**
 * Accesses of a copy, reads first. In the tensor, whole pieces come first; for a load, pieces that the edge cuts
 * follow, in parts as large as possible. `tensor`: device address. `interval`: number of barriers passed before.
 */
export function engineCopy(copy: BoxCopy, tensor: number, interval: number): CtaAccess[] {
  const size = pieceBytes(copy.map.swizzle);
  const isLoad = copy.direction === 'load';
  const pieces = boxPieces(copy, boxBytes(copy));
  const inside = pieces.filter(piece => piece.insideBytes > 0);
  const isCut = (bytes: number): boolean => isLoad && bytes < size;
  const cut = inside.find(piece => isCut(piece.insideBytes))?.insideBytes ?? 0;
  const partBytes = cut & -cut;
  const whole = inside.filter(piece => !isCut(piece.insideBytes)).map(({ tensorByte }) => tensor + tensorByte);
  const parts = inside
    .filter(piece => isCut(piece.insideBytes))
    .flatMap(({ tensorByte }) =>
      Array.from({ length: cut / partBytes }, (_, i) => tensor + tensorByte + i * partBytes),
    );
  const ofTensor = [...rows('global', size, whole, interval), ...rows('global', partBytes, parts, interval)];
  const ofShared = rows(
    'shared',
    size,
    pieces.map(({ sharedAddress }) => sharedAddress),
    interval,
  );
  return isLoad ? [...ofTensor, ...ofShared] : [...ofShared, ...ofTensor];
}

/** Accesses of the first warp. */
const rows = (
  space: 'global' | 'shared',
  widthBytes: number,
  addresses: readonly number[],
  interval: number,
): CtaAccess[] =>
  Array.from({ length: Math.ceil(addresses.length / ENGINE_COLUMNS) }, (_, row) => ({
    ...({ space, kind: 'bulk', widthBytes, interval } as const),
    addressOf: thread => (thread < ENGINE_COLUMNS ? (addresses[row * ENGINE_COLUMNS + thread] ?? null) : null),
  }));

/** The first warp's accesses, made by another warp. */
export const byWarp = (warp: number, accesses: readonly CtaAccess[]): CtaAccess[] =>
  accesses.map(({ addressOf, ...access }) => ({
    ...access,
    addressOf: thread => (thread < warp * LANES ? null : addressOf(thread - warp * LANES)),
  }));

/** Facts that follow from the parameters: the tile's layout, and what a variant or an architecture cannot do. */

import { MATRIX_ROWS } from '../../base/hardware.ts';
import type { TileLayout } from '../../model/layout/tile-layout.ts';
import { engineShortfall } from '../../model/tma/engine-archs.ts';
import { tmaSwizzle } from '../../model/tma/swizzle-modes.ts';
import { pitchBytes } from '../../model/tma/tile.ts';
import { elementBytesOf, type SwizzleParams } from './params.ts';
import type { SwizzleVariant } from './variants.ts';

export const THREADS = 128;

/** Bytes from the window's start to the tile's end. */
export const windowBytes = (p: SwizzleParams): number => p.base + p.rows * pitchOf(p);

/** Bytes from one row's start to the next. */
export const pitchOf = (p: SwizzleParams): number => pitchBytes(p.mode, p.rowBytes) + p.pad;

export function tileLayout(p: SwizzleParams): TileLayout {
  const elementBytes = elementBytesOf(p);
  return {
    rows: p.rows,
    columns: p.rowBytes / elementBytes,
    elementBytes,
    pitchElements: pitchOf(p) / elementBytes,
    swizzle: { kind: 'address', swizzles: tmaSwizzle(p.mode).swizzles },
    baseBytes: p.base,
  };
}

export const isByEngine = (variant: SwizzleVariant, p: SwizzleParams): boolean =>
  variant === 'tma-tile' || (isReader(variant) && p.fill === 'tma');

const isReader = (variant: SwizzleVariant): boolean => variant === 'ldmatrix-read' || variant === 'column-read';

export function refusalOf(variant: SwizzleVariant, p: SwizzleParams): string | null {
  const flipsHalves = p.mode === '128B_ATOM_32B_FLIP_8B';
  if (variant === 'ldmatrix-read') {
    if (p.rows % MATRIX_ROWS !== 0) return `${p.rows} rows: matrices are read ${MATRIX_ROWS} rows at a time.`;
    if (flipsHalves)
      return 'The halves of each 16-byte chunk are exchanged in odd lines, and ldmatrix takes chunks whole.';
  }
  if (isByEngine(variant, p))
    return p.pad === 0 ? null : 'A tensor copy leaves no gap behind a row; a box wider than the tensor makes one.';
  if (flipsHalves) return 'A 16-byte copy keeps its halves in order; only the copy engine exchanges them.';
  return p.outside === 'zero' ? null : 'cp.async fills up with zeros, not with NaN.';
}

export const shortfallOf = (variant: SwizzleVariant, p: SwizzleParams, arch: string): string | null =>
  isByEngine(variant, p) ? engineShortfall(p.mode, arch) : null;

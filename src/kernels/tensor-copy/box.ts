/** The parameters as a copy, and what a variant or an architecture has not. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import type { TileLayout } from '../../model/layout/tile-layout.ts';
import { boxShape } from '../../model/tma/box.ts';
import type { BoxCopy } from '../../model/tma/box-copy.ts';
import { tmaSwizzle } from '../../model/tma/swizzle-modes.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { type CopyParams, strideBytes } from './params.ts';
import type { TensorCopyVariant } from './variants.ts';

export function boxCopyOf(p: CopyParams): BoxCopy {
  const elementBytes = ELEMENT_BYTES[p.type];
  const further = <T>(first: T, each: T): T[] => [first, ...Array<T>(p.rank - 1).fill(each)];
  const stridesBytes = Array.from({ length: p.rank - 1 }, (_, i) => strideBytes(p) * p.extent ** i);
  return {
    map: {
      type: p.type,
      dims: further(p.width, p.extent),
      stridesBytes,
      box: further(p.rowBytes / elementBytes, (p.count - 1) * p.step + 1),
      elementStrides: further(1, p.step),
      interleave: 'none',
      swizzle: p.mode,
      oobFill: p.outside,
    },
    start: further((p.startChunk * CHUNK_BYTES) / elementBytes, p.start),
    base: p.base,
    direction: p.direction,
  };
}

export function tileLayout(p: CopyParams): TileLayout {
  const elementBytes = ELEMENT_BYTES[p.type];
  const { rows, rowBytes, pitchBytes } = boxShape(boxCopyOf(p).map);
  return {
    rows,
    columns: rowBytes / elementBytes,
    elementBytes,
    pitchElements: pitchBytes / elementBytes,
    swizzle: { kind: 'address', swizzles: tmaSwizzle(p.mode).swizzles },
    baseBytes: p.base,
  };
}

/**
 * One sentence that says why a variant cannot make this copy, or null. Takes any copy that breaks no rule, as a page
 * may ask for.
 */
export function copyRefusal(variant: TensorCopyVariant, { map, start, direction }: BoxCopy): string | null {
  if (variant === 'in-order') return null;
  if (start.length === 1) return 'One dimension has but one order.';
  const perChunk = map.interleave === 'none' ? CHUNK_BYTES / ELEMENT_BYTES[map.type] : 1;
  if (start.at(-1)! % perChunk !== 0) return 'Turned round, the box would start within a chunk, and trap.';
  return direction === 'store' && start.some(at => at < 0) ? BEFORE : null;
}

const BEFORE = 'A store from before the tensor traps.';

export function refusalOf(variant: TensorCopyVariant, p: CopyParams): string | null {
  if (p.direction === 'store' && (p.startChunk < 0 || (p.rank > 1 && p.start < 0))) return BEFORE;
  return copyRefusal(variant, boxCopyOf(p));
}

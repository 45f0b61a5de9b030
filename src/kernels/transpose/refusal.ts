/** What a variant cannot do: accesses of sixteen bytes need whole vectors, and enough of them. */
import { LANES } from '../../base/hardware.ts';
import { threadsOf } from './geometry.ts';
import type { TransposeParams } from './params.ts';
import { type TransposeVariant, takesVectors } from './variants.ts';

/** Tiles of this side and more are for vectors alone, and for narrow elements, of which a square is large. */
const WIDE_TILE = 128;
/** Longer rows of such a tile would leave few tiles to an SM's shared memory. */
const MOST_ROW_BYTES = 256;

/** Names the field; null where the variant can do what the parameters ask. */
export function refusalOf(variant: TransposeVariant, p: TransposeParams): string | null {
  const { vector } = threadsOf(variant, p);
  for (const field of ['rows', 'columns'] as const)
    if (p[field] % vector !== 0)
      return `${field}: ${p[field]} is no multiple of ${vector}, so not every row starts at a multiple of 16 bytes.`;
  return buildRefusalOf(variant, p);
}

/** What is wrong with the compiled-in parameters alone: such a build does not exist. */
export function buildRefusalOf(variant: TransposeVariant, p: TransposeParams): string | null {
  // Single elements are squares, too.
  const { vector } = threadsOf(variant, p);
  const squares = (p.tile / vector) ** 2;
  const shape = `${p.tile} × ${p.tile} elements of ${p.elementBytes} B`;
  if (squares < LANES) return `tile: ${shape} make ${squares} squares of 16-byte vectors, less than one for each lane.`;
  if (p.tile < WIDE_TILE) return null;
  if (!takesVectors(variant)) return `tile: sides of ${p.tile} are for vectors; this variant moves single elements.`;
  return p.tile * p.elementBytes <= MOST_ROW_BYTES
    ? null
    : `tile: ${shape} leave few tiles to an SM's shared memory; smaller ones are whole vectors, too.`;
}

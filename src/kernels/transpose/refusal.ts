/** What a variant cannot do: accesses of sixteen bytes need whole vectors, and enough of them. */
import { LANES } from '../../base/hardware.ts';
import { threadsOf } from './geometry.ts';
import type { TransposeParams } from './params.ts';
import type { TransposeVariant } from './variants.ts';

/** Names the field; null where the variant can do what the parameters ask. */
export function refusalOf(variant: TransposeVariant, p: TransposeParams): string | null {
  const { x, y, vector } = threadsOf(variant, p);
  if (x * y < LANES)
    return `tile: ${p.tile} × ${p.tile} elements of ${p.elementBytes} B make ${x * y} squares of 16-byte vectors, less than one for each lane.`;
  for (const field of ['rows', 'columns'] as const)
    if (p[field] % vector !== 0)
      return `${field}: ${p[field]} is no multiple of ${vector}, so not every row starts at a multiple of 16 bytes.`;
  return null;
}

/** Which buffers a kernel touches by threads alone that a comparison with a length lets there. */
import type { AddressReach } from './address-reach.ts';
import type { AddressSlice } from './address-slice.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';

/** Whether that goes for each access through a pointer. */
export const isGuarded = ({ accesses }: AddressSlice, reach: AddressReach, pointer: ScalarPlace): boolean =>
  accesses.every(
    ({ address, conditions }) =>
      !reach.pointersOf(address).some(place => isSame(place, pointer)) ||
      conditions.some(({ a, b, kind }) => kind !== 'equal' && reach.isOfParams(a) !== reach.isOfParams(b)),
  );

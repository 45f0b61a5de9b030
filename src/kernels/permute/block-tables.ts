/** Place of each element of a block, by its number in a side's order: the four tables that the kernel may look up. */
import { Odometer } from '../../model/permute/odometer.ts';
import { placedOffset } from '../../model/permute/placement.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { type BlockGeometry, geometryOf, type SideGeometry } from './block-geometry.ts';
import { type PermuteJob, perJob } from './job.ts';
import type { SharedPlacement } from './places.ts';

export type SideTable = Readonly<Record<AccessSide, Uint32Array>>;

/** Offsets in the input by store order and in the output by load order, from where the block starts [elements]. */
export const globalTables = perJob((job): SideTable => {
  const geometry = geometryOf(job);
  return bothSides(geometry, side => counted(geometry.elements, side, side.globalStrides));
});

/** Places in shared memory [elements]. */
export function sharedTables(job: PermuteJob, { placement }: SharedPlacement): SideTable {
  const geometry = geometryOf(job);
  return bothSides(geometry, side =>
    counted(
      geometry.elements,
      side,
      side.modes.map(mode => placement.strides[mode]),
    ).map(offset => placedOffset(offset, placement)),
  );
}

const bothSides = ({ sides }: BlockGeometry, tableOf: (side: SideGeometry) => Uint32Array): SideTable => ({
  store: tableOf(sides.store),
  load: tableOf(sides.load),
});

function counted(elements: number, { extents }: SideGeometry, strides: readonly number[]): Uint32Array {
  const odometer = new Odometer(extents, strides);
  const offsets = new Uint32Array(elements);
  for (let element = 0; element < elements; element++, odometer.step()) offsets[element] = odometer.offset;
  return offsets;
}

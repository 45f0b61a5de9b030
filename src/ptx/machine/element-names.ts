/** Names of elements of device memory, for messages. */
import { hex } from './faults.ts';
import { deviceAddress, type GlobalMemory } from './global-memory.ts';

/** "'sum'[3]", or a byte of what has no elements. `byteOffset`: from the arena's start. */
export function elementAt(global: GlobalMemory, byteOffset: number): string {
  const region = global.before(byteOffset);
  if (region === null) return `global byte ${hex(deviceAddress(byteOffset))}`;
  const { elementBytes = 0 } = region;
  const inside = byteOffset - region.byteOffset;
  return elementBytes > 0
    ? `'${region.name}'[${Math.floor(inside / elementBytes)}]`
    : `byte ${inside} of '${region.name}'`;
}

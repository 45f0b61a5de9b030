/**
 * Device memory that a captured launch could reach but the capture did not copy: an access there is no mistake of the
 * kernel.
 */
import { deviceAddress } from './global-memory.ts';
import type { Grid } from './grid.ts';

/** Words about a device address at which no buffer has all bytes; null if the capture does not say. */
export function unrecordedWords({ global, unrecorded }: Grid, address: number): string | null {
  const region = global.before(address - deviceAddress(0));
  const behind = region === null ? -1 : address - deviceAddress(region.byteOffset + region.sizeBytes);
  if (region && behind >= 0 && behind < (region.unrecordedBytes ?? 0))
    return `they lie ${behind} bytes behind what the capture holds of '${region.name}'`;
  const from = unrecorded
    .filter(({ address: start, bytes }) => address >= Number(start) && address < Number(start) + bytes)
    .reduce<string | null>((last, { address: start }) => (Number(start) > Number(last ?? 0) ? start : last), null);
  return from === null ? null : `nothing was copied from ${from} on`;
}

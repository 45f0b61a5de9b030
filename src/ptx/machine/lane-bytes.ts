/** Memory behind a generic address, as one lane sees it: for calls that the machine carries out itself. */
import { textOfBytes } from '../printf/text.ts';
import { GLOBAL_HIGH, rankOfAddress, spaceOfHigh } from './address-windows.ts';
import { FaultSignal, hex, placeOf, whereWords } from './faults.ts';
import type { GlobalMemory } from './global-memory.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

const TWO_32 = 2 ** 32;

/**
 * Bytes from the address to the end of its variable, buffer or window; an address outside of all of them is a fault.
 */
export function bytesFrom(warp: Warp, operation: Operation, lane: number, address: number): Uint8Array {
  const bytes = bytesAt(warp, lane, address);
  if (bytes !== null && bytes.length > 0) return bytes;
  const place = placeOf(warp.cta.grid.files, operation);
  const who = { cta: warp.cta.number, warp: warp.index, lane };
  const space = spaceOfHigh(Math.floor(address / TWO_32));
  const message = `${whereWords(place, who)}: ${space} address ${hex(address)} is out of bounds.`;
  throw new FaultSignal({ kind: 'outOfBounds', message, place, who, space, address, widthBytes: 1, limitBytes: 0 });
}

/** The string at the address, without the zero that ends it. */
export function textFrom(warp: Warp, operation: Operation, lane: number, address: number): string {
  const bytes = bytesFrom(warp, operation, lane, address);
  const end = bytes.indexOf(0);
  if (end < 0) bytesFrom(warp, operation, lane, address + bytes.length);
  return textOfBytes(bytes.subarray(0, end));
}

function globalBytes(global: GlobalMemory, offset: number): Uint8Array | null {
  const region = global.holding(offset, 1);
  if (region === null) return null;
  const end = region.byteOffset + region.sizeBytes;
  global.looked?.(offset, end - offset);
  return global.memory.u8.subarray(offset, end);
}

function bytesAt({ cta, index }: Warp, lane: number, address: number): Uint8Array | null {
  const { grid } = cta;
  const low = address % TWO_32;
  switch (spaceOfHigh(Math.floor(address / TWO_32))) {
    case 'global':
      return globalBytes(grid.global, address - GLOBAL_HIGH * TWO_32);
    case 'shared': {
      const owner = cta.cluster[rankOfAddress(low)];
      return !owner || low < owner.sharedBase
        ? null
        : owner.shared.u8.subarray(low - owner.sharedBase, grid.sharedBytes);
    }
    case 'local': {
      const stack = (index * 32 + lane) * grid.program.localBytes;
      return low < grid.program.localBytes ? cta.local.u8.subarray(stack + low, stack + grid.program.localBytes) : null;
    }
    case 'param':
      return grid.params.u8.subarray(low, grid.params.sizeBytes);
    case 'const':
      return grid.constants.u8.subarray(low, grid.constants.sizeBytes);
  }
}

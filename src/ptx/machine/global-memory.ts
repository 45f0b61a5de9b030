/** Device memory: one arena of named regions with unmapped red zones between them, addressed from the arena's start. */
import { DEVICE_ARENA_BASE } from '../../trace/device-addresses.ts';
import { Memory } from './memory.ts';

export interface Region {
  readonly name: string;
  /** From the arena's start. */
  readonly byteOffset: number;
  readonly sizeBytes: number;
}

export class GlobalMemory {
  readonly memory: Memory;
  /** In order of address. */
  readonly regions: readonly Region[];

  constructor(regions: readonly Region[]) {
    this.regions = regions;
    const last = regions.at(-1);
    this.memory = new Memory(last ? last.byteOffset + last.sizeBytes : 0);
  }

  bytesOf(region: Region): Uint8Array {
    return this.memory.u8.subarray(region.byteOffset, region.byteOffset + region.sizeBytes);
  }

  /** The last region that starts at or before the offset, or null. */
  before(byteOffset: number): Region | null {
    let [low, high] = [0, this.regions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.regions[middle].byteOffset <= byteOffset) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? null : this.regions[low - 1];
  }

  /** The region that holds all of `widthBytes` bytes from the offset on, or null. */
  holding(byteOffset: number, widthBytes: number): Region | null {
    const region = this.before(byteOffset);
    return region && byteOffset + widthBytes <= region.byteOffset + region.sizeBytes ? region : null;
  }

  /** Which buffer an address missed, and by how much: for messages. */
  nearest(byteOffset: number): string {
    const below = this.before(byteOffset);
    const above = this.regions[below ? this.regions.indexOf(below) + 1 : 0];
    const past = below ? byteOffset - below.byteOffset - below.sizeBytes : Number.POSITIVE_INFINITY;
    const short = above ? above.byteOffset - byteOffset : Number.POSITIVE_INFINITY;
    if (below && past <= short) {
      return past < 0
        ? `crosses the end of '${below.name}' (${below.sizeBytes} bytes)`
        : `${past} bytes past the end of '${below.name}' (${below.sizeBytes} bytes)`;
    }
    return above ? `${short} bytes before '${above.name}'` : 'no buffer exists';
  }
}

export const deviceAddress = (byteOffset: number): number => DEVICE_ARENA_BASE + byteOffset;

/** A warp-wide access seen from memory: which 32-byte sectors it fetches, which of their bytes it asks for, and who asks. */

import { lowestBit32, popcount32 } from '../../base/bits.ts';
import { LANES, LINE_BYTES, SECTOR_BYTES } from '../../base/hardware.ts';
import { sectorsOf } from '../../model/banks/sectors.ts';
import type { Access } from '../../trace/access-trace.ts';
import { isActive } from '../requests/request-cells.ts';

export interface FetchedSector {
  /** Address of its first byte; a multiple of 32. */
  readonly byteAddress: number;
  /** Bit b set: some lane asks for byte b. */
  readonly usedMask: number;
  /** Lanes that ask for at least one byte of the sector, ascending. */
  readonly lanes: readonly number[];
}

/** Lanes that ask for the very same bytes: fetched once, handed to all of them. */
export interface SharedBytes {
  readonly byteAddress: number;
  readonly lanes: readonly number[];
}

export interface Fetch {
  /** Sectors sorted by address. */
  readonly sectors: readonly FetchedSector[];
  readonly shared: readonly SharedBytes[];
  /** 128-byte lines that hold the sectors. */
  readonly lines: number;
  /** Sectors that the bytes asked for would fill if they lay side by side. */
  readonly ideal: number;
  /** Distinct bytes asked for. */
  readonly usedBytes: number;
}

export const sectorAddressOf = (byteAddress: number): number => byteAddress - (byteAddress % SECTOR_BYTES);
export const lineAddressOf = (byteAddress: number): number => byteAddress - (byteAddress % LINE_BYTES);

export function fetchOf(access: Access): Fetch {
  const sectors = new Map<number, { usedMask: number; lanes: number[] }>();
  const askers = new Map<number, number[]>();
  for (let lane = 0; lane < LANES; lane++) {
    if (!isActive(access, lane)) continue;
    const first = access.address[lane];
    askers.set(first, [...(askers.get(first) ?? []), lane]);
    for (let byte = first; byte < first + access.widthBytes; byte++) {
      const at = sectorAddressOf(byte);
      const sector = sectors.get(at) ?? { usedMask: 0, lanes: [] };
      sectors.set(at, sector);
      sector.usedMask = (sector.usedMask | (1 << (byte - at))) >>> 0;
      if (sector.lanes.at(-1) !== lane) sector.lanes.push(lane);
    }
  }
  const sorted = [...sectors].sort(([a], [b]) => a - b).map(([byteAddress, rest]) => ({ byteAddress, ...rest }));
  return {
    sectors: sorted,
    shared: [...askers].filter(([, lanes]) => lanes.length > 1).map(([byteAddress, lanes]) => ({ byteAddress, lanes })),
    lines: new Set(sorted.map(sector => lineAddressOf(sector.byteAddress))).size,
    ideal: sectorsOf(access).ideal,
    usedBytes: sorted.reduce((sum, sector) => sum + popcount32(sector.usedMask), 0),
  };
}

/** Runs of bytes in a sector that are all asked for, or all not. */
export interface ByteRun {
  readonly first: number;
  readonly count: number;
  readonly isUsed: boolean;
}

export function byteRuns(usedMask: number): ByteRun[] {
  const runs: ByteRun[] = [];
  for (let first = 0; first < SECTOR_BYTES; ) {
    const isUsed = ((usedMask >>> first) & 1) === 1;
    const rest = (isUsed ? ~usedMask : usedMask) >>> first;
    const count = rest === 0 ? SECTOR_BYTES - first : Math.min(SECTOR_BYTES - first, lowestBit32(rest));
    runs.push({ first, count, isUsed });
    first += count;
  }
  return runs;
}

/**
 * Bytes fetched for each byte asked for in one sector, as a degree of the ramp; 1 where the request as a whole could not
 * do with fewer sectors.
 */
export const wasteOf = ({ sectors, ideal }: Fetch, { usedMask }: FetchedSector): number =>
  sectors.length <= ideal ? 1 : SECTOR_BYTES / popcount32(usedMask);

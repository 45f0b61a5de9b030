/**
 * The cost of one warp-wide access to global memory: 32-byte sectors, in 128-byte lines. The hardware moves at least one
 * sector (CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory").
 */
import { LANES, LINE_BYTES, SECTOR_BYTES } from '../../base/hardware.ts';
import type { Access } from '../../trace/access-trace.ts';

export interface SectorCount {
  /** Distinct sectors touched. */
  readonly sectors: number;
  /** Distinct 128-byte lines touched. */
  readonly lines: number;
  /** Distinct bytes asked for; bytes that several lanes ask for count once. */
  readonly bytes: number;
  /** Sectors that the same bytes would fill if they lay side by side. */
  readonly ideal: number;
}

const sorted = new Float64Array(LANES);

/** The access must be aligned to its width (at most 16 bytes). Each lane then stays within one sector. */
export function sectorsOf(access: Access): SectorCount {
  const active = activeAddresses(access);
  let addresses = 0;
  let sectors = 0;
  let lines = 0;
  let [last, lastSector, lastLine] = [Number.NaN, Number.NaN, Number.NaN];
  for (const address of active) {
    if (address === last) continue;
    const sector = Math.floor(address / SECTOR_BYTES);
    const line = Math.floor(address / LINE_BYTES);
    addresses++;
    if (sector !== lastSector) sectors++;
    if (line !== lastLine) lines++;
    [last, lastSector, lastLine] = [address, sector, line];
  }
  const bytes = addresses * access.widthBytes;
  return { sectors, lines, bytes, ideal: Math.ceil(bytes / SECTOR_BYTES) };
}

/**
 * The addresses of the active lanes, ascending; a view of one scratch array, valid until the next call. Most accesses are
 * in order already.
 */
function activeAddresses({ activeMask, address }: Access): Float64Array {
  let count = 0;
  let isAscending = true;
  for (let lane = 0; lane < LANES; lane++) {
    if (((activeMask >>> lane) & 1) === 0) continue;
    if (count > 0 && address[lane] < sorted[count - 1]) isAscending = false;
    sorted[count++] = address[lane];
  }
  const active = sorted.subarray(0, count);
  return isAscending ? active : active.sort();
}

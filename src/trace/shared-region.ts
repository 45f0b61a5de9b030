/** Pieces of a CTA's shared memory, by their contents: names for an unknown kernel. */
import type { SwizzleMode } from './launch.ts';

export interface SharedRegion {
  /** A variable of the kernel, or what lies there. */
  readonly name: string;
  /** How the region was found: the strongest evidence for it. */
  readonly by: 'tensorMap' | 'copy' | 'descriptor' | 'mbarrier' | 'variable' | 'accesses';
  /** Offsets of the region from the start of the CTA's shared memory, rising; several for the slots of a ring. */
  readonly offsets: readonly number[];
  /** Bytes of one slot. */
  readonly sizeBytes: number;
  /** What is stored there or read from there: names of buffers, and 'A' or 'B' of products. */
  readonly holds: readonly string[];
  /** Types of elements, as instructions and tensor maps name them; empty where nothing tells. */
  readonly types: readonly string[];
  /** Null where nothing tells. */
  readonly swizzle: SwizzleMode | null;
  /** Bytes from one row to the next; 0 if not known. */
  readonly rowBytes: number;
}

export const REGION_SOURCE_WORDS: Readonly<Record<SharedRegion['by'], string>> = {
  tensorMap: 'tensor map',
  copy: 'copies',
  descriptor: 'descriptors',
  mbarrier: 'mbarrier.init',
  variable: 'variable',
  accesses: 'accesses',
};

/** 'A[2]' of the slot with that byte, 'A' of a region with one slot; null where it does not lie there. */
export function slotNameAt({ name, offsets, sizeBytes }: SharedRegion, byteOffset: number): string | null {
  const slot = offsets.findIndex(start => byteOffset >= start && byteOffset < start + sizeBytes);
  if (slot < 0) return null;
  return offsets.length === 1 ? name : `${name}[${slot}]`;
}

/** Slots with any of the bytes, each once, in the order of the regions. */
export function slotsWith(regions: readonly SharedRegion[], bytes: Iterable<number>): string[] {
  const found = new Set<string>();
  for (const byte of bytes) {
    for (const region of regions) {
      const name = slotNameAt(region, byte);
      if (name !== null) found.add(name);
    }
  }
  return [...found];
}

/** Pieces of a CTA's shared memory, by what they hold: names for a kernel that nobody here has written. */
import type { SwizzleMode } from './launch.ts';

export interface SharedRegion {
  /** A variable of the kernel, or what lies there. */
  readonly name: string;
  /** How it was found: the strongest of what is known. */
  readonly by: 'tensorMap' | 'copy' | 'descriptor' | 'mbarrier' | 'variable' | 'accesses';
  /** Where it lies, from the start of the CTA's shared memory: several for the slots of a ring. In their order. */
  readonly offsets: readonly number[];
  /** Of one slot. */
  readonly sizeBytes: number;
  /** What is put there or read: buffers, and 'A' or 'B' of products. */
  readonly holds: readonly string[];
  /** Types of elements, as instructions and tensor maps name them; empty where nothing tells. */
  readonly types: readonly string[];
  /** Null where nothing tells. */
  readonly swizzle: SwizzleMode | null;
  /** From row to row; 0 where nothing tells. */
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

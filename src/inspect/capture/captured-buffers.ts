/** Names and element types of captured memory, by the parameters that point into it and what the kernel does with them. */
import { ELEMENT_BYTES, type ElementType } from '../../trace/launch.ts';
import type { CapturedRegion, RegionPlace } from './captured-regions.ts';

/** A parameter, a field of one or a tensor map that points into captured memory. */
export interface PointerInto {
  readonly place: RegionPlace;
  /** Name of the parameter. */
  readonly name: string;
  /** Type of the elements that the kernel reads and writes through the pointer; null if not known. */
  readonly type: ElementType | null;
  /** Sizes of one lane's accesses through it. */
  readonly accessBytes: readonly number[];
}

/** The piece from one pointer's place to the next one's: a program would call it a tensor. */
export interface BufferPart {
  readonly name: string;
  readonly byteOffset: number;
  readonly bytes: number;
  readonly type: ElementType;
  /** Whether the type is known, and so no word of it an address. */
  readonly isKnown: boolean;
}

export interface NamedBuffer {
  readonly name: string;
  readonly type: ElementType;
  /** Size in bytes: a whole number of elements. */
  readonly sizeBytes: number;
  readonly parts: readonly BufferPart[];
}

/** `reach`: bytes that tensor maps ask for, by region. */
export function namedBuffers(
  regions: readonly CapturedRegion[],
  pointers: readonly PointerInto[],
  reach: ReadonlyMap<number, number>,
): NamedBuffer[] {
  const taken = new Set<string>();
  return regions.map((region, index) => {
    const into = pointers.filter(({ place }) => place.region === index);
    const parts = partsOf(region, into, taken);
    const wanted = Math.max(region.before.length, reach.get(index) ?? 0);
    const types = new Set(parts.map(({ type }) => type));
    const shared = types.size === 1 ? parts[0].type : 'u32';
    const type =
      parts.every(({ byteOffset }) => byteOffset % ELEMENT_BYTES[shared] === 0) && wanted % ELEMENT_BYTES[shared] === 0
        ? shared
        : 'u8';
    return { name: parts[0].name, type, sizeBytes: wanted, parts };
  });
}

function partsOf(
  { paddingBytes, before, base }: CapturedRegion,
  into: readonly PointerInto[],
  taken: Set<string>,
): BufferPart[] {
  // Bytes in front of the first pointer belong to its part: a kernel may step back.
  const starts = [...new Set(into.map(({ place }) => place.byteOffset).filter(at => at < before.length))].sort(
    (a, b) => a - b,
  );
  const bounds = starts.length === 0 ? [paddingBytes] : [paddingBytes, ...starts.slice(1)];
  return bounds.map((byteOffset, i): BufferPart => {
    const here = into.filter(({ place }) => place.byteOffset === (starts[i] ?? byteOffset));
    const bytes = (bounds[i + 1] ?? before.length) - byteOffset;
    // The type of a tensor map counts before that of wide stores, which may only fill a tensor with zeros.
    const told = here.flatMap(({ type }) => type ?? []);
    const known = told.sort((a, b) => ELEMENT_BYTES[a] - ELEMENT_BYTES[b])[0] ?? null;
    const isFit = known !== null && byteOffset % ELEMENT_BYTES[known] === 0 && bytes % ELEMENT_BYTES[known] === 0;
    const inWords = here.some(({ accessBytes }) => accessBytes.length > 0 && accessBytes.every(n => n === 8));
    const plain =
      (inWords ? (['u64', 'u32', 'u8'] as const) : (['u32', 'u8'] as const)).find(
        type => byteOffset % ELEMENT_BYTES[type] === 0 && bytes % ELEMENT_BYTES[type] === 0,
      ) ?? 'u8';
    const name = freeName(here[0]?.name ?? `memory_${base.toString(16)}`, taken);
    return {
      name,
      byteOffset,
      bytes,
      type: isFit ? known : plain,
      isKnown: known !== null && ELEMENT_BYTES[known] < 8,
    };
  });
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`;
  taken.add(name);
  return name;
}

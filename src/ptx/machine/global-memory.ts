/** Device memory: one arena of named regions with unmapped red zones between them, addressed from the arena's start. */
import { roundUp } from '../../base/bits.ts';
import { DEVICE_ARENA_BASE } from '../../trace/device-addresses.ts';
import type { BufferSpec } from '../../trace/launch.ts';
import { Memory } from './memory.ts';

export interface Region {
  readonly name: string;
  /** Offset from the arena's start. */
  readonly byteOffset: number;
  readonly sizeBytes: number;
  /** Bytes of a buffer's element. */
  readonly elementBytes?: number;
  /** For a buffer: bytes behind it that a capture does not have. */
  readonly unrecordedBytes?: number;
  readonly launchBefore?: BufferSpec['launchBefore'];
  /** For a buffer: nothing has written its bytes before the launch. */
  readonly startsUndefined?: boolean;
}

/** Bytes for the kernel's own `malloc`: as much as a device gives it at first. */
export const HEAP_BYTES = 8 * 2 ** 20;
const MOST_BLOCKS = 2 ** 16;
const BLOCK_ALIGN_BYTES = 16;

export class GlobalMemory {
  readonly memory: Memory;
  /** Regions in order of address; blocks of the heap, which come and go, are the last. */
  readonly regions: Region[];
  /** Device address of what the CTAs of a grid meet at; 0 for none. */
  readonly workspaceAddress: number;
  /** Told of bytes that the machine reads by itself, to carry out a call; instructions' accesses are told to the watch. */
  looked: ((byteOffset: number, sizeBytes: number) => void) | null = null;
  /** Start of the kernel's own blocks; the end of memory, if it has none. */
  readonly heapStart: number;
  #heapNext: number;
  #blocks = 0;

  /** Makes memory with a heap from `heapStart` on, or without one if that is null. */
  constructor(regions: readonly Region[], heapStart: number | null, workspaceAddress: number) {
    this.regions = [...regions];
    this.workspaceAddress = workspaceAddress;
    const last = regions.at(-1);
    const end = last ? last.byteOffset + last.sizeBytes : 0;
    this.heapStart = heapStart ?? end;
    this.#heapNext = this.heapStart;
    this.memory = new Memory(heapStart === null ? end : heapStart + HEAP_BYTES);
  }

  /** Whether the kernel allocates blocks of its own. */
  get hasHeap(): boolean {
    return this.memory.sizeBytes > this.heapStart;
  }

  /** Address of a new block on the heap, or 0 where there is no room. */
  allocate(sizeBytes: number): number {
    if (sizeBytes === 0 || this.#blocks === MOST_BLOCKS) return 0;
    const at = this.#gap(this.#heapNext, sizeBytes) ?? this.#gap(this.heapStart, sizeBytes);
    if (at === null) return 0;
    const { byteOffset, index } = at;
    this.regions.splice(index, 0, { name: `a block of ${sizeBytes} bytes on the heap`, byteOffset, sizeBytes });
    this.#blocks++;
    this.#heapNext = byteOffset + sizeBytes;
    return deviceAddress(byteOffset);
  }

  /** False where no block of the heap starts at the address. */
  release(address: number): boolean {
    const byteOffset = address - deviceAddress(0);
    const index = this.#countUpTo(byteOffset) - 1;
    const isBlock = this.#blocks > 0 && byteOffset >= this.heapStart;
    if (!isBlock || this.regions[index]?.byteOffset !== byteOffset) return false;
    this.regions.splice(index, 1);
    this.#blocks--;
    return true;
  }

  /** The first free place from an offset on, with unmapped bytes before it, and its index among the regions. */
  #gap(from: number, sizeBytes: number): { byteOffset: number; index: number } | null {
    let index = this.#countUpTo(from);
    const below = this.regions[index - 1];
    let free = Math.max(from, below ? below.byteOffset + below.sizeBytes : 0);
    for (; ; index++) {
      const byteOffset = roundUp(free + 1, BLOCK_ALIGN_BYTES);
      const next = this.regions[index];
      if (byteOffset + sizeBytes > (next?.byteOffset ?? this.memory.sizeBytes)) {
        if (!next) return null;
        free = next.byteOffset + next.sizeBytes;
      } else return { byteOffset, index };
    }
  }

  bytesOf(region: Region): Uint8Array {
    return this.memory.u8.subarray(region.byteOffset, region.byteOffset + region.sizeBytes);
  }

  /** How many regions start at or before the offset. */
  #countUpTo(byteOffset: number): number {
    let [low, high] = [0, this.regions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.regions[middle].byteOffset <= byteOffset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The last region that starts at or before the offset, or null. */
  before(byteOffset: number): Region | null {
    return this.regions[this.#countUpTo(byteOffset) - 1] ?? null;
  }

  /** The region that holds all of `widthBytes` bytes from the offset on, or null. */
  holding(byteOffset: number, widthBytes: number): Region | null {
    const region = this.before(byteOffset);
    return region && byteOffset + widthBytes <= region.byteOffset + region.sizeBytes ? region : null;
  }

  #neighbours(byteOffset: number): [below: Region | undefined, above: Region | undefined] {
    const index = this.#countUpTo(byteOffset);
    const isNamed = (region: Region) => !isText(region) && !isEmptyObject(region);
    const belows = this.regions.slice(0, index).filter(isNamed);
    const below = belows.findLast(region => !isFarBehindVariable(region, byteOffset)) ?? belows.at(-1);
    return [below, this.regions.slice(index).find(isNamed)];
  }

  /** Words of a message about the buffer that an address missed, and by how much. */
  nearest(byteOffset: number): string {
    if (byteOffset >= this.heapStart && byteOffset < this.memory.sizeBytes) return 'no block of the heap has them';
    const [below, above] = this.#neighbours(byteOffset);
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

/**
 * So far behind a variable of the module an access was most likely computed from a buffer below it: buffers come first, and the sizes
 * of variables are known to whoever indexes them.
 */
const isFarBehindVariable = ({ elementBytes, byteOffset, sizeBytes }: Region, at: number): boolean =>
  elementBytes === undefined && at >= byteOffset + 2 * sizeBytes;

/** Texts of the program, which the compiler names: no kernel misses one of them. */
const isText = ({ name }: Region): boolean => name.startsWith('$str');

/** Objects without members, such as `cute::_`, for which nvcc has a byte each. */
const isEmptyObject = ({ name, sizeBytes }: Region): boolean => sizeBytes === 1 && name.includes('_INTERNAL_');

export const deviceAddress = (byteOffset: number): number => DEVICE_ARENA_BASE + byteOffset;

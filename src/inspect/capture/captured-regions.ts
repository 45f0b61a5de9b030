/**
 * The memory of a capture as buffers of a launch: windows that touch become one, since a kernel may run from one into the next.
 * The emulator places buffers at multiples of 256 bytes, as cudaMalloc does; a window that starts elsewhere gets zeros in front,
 * so that every address keeps its alignment.
 */

import type { CaptureContents, MemoryContents } from '../../trace/capture.ts';
import { DEVICE_ALIGN_BYTES } from '../../trace/device-addresses.ts';

/** Device memory that was captured without a gap. */
export interface CapturedRegion {
  /** A multiple of 256: where the buffer starts. */
  readonly base: bigint;
  /** Address behind the last byte. */
  readonly end: bigint;
  /** Bytes in front that were not captured. */
  readonly paddingBytes: number;
  /** How far the allocation around it goes on behind the last byte. */
  readonly behindBytes: number;
  /** Bytes of the whole buffer, from `base` on. */
  readonly before: Uint8Array<ArrayBuffer>;
  /** Null if any of its windows has none. */
  readonly after: Uint8Array<ArrayBuffer> | null;
}

interface Window {
  readonly start: bigint;
  readonly bytes: number;
  readonly behindBytes: number;
  readonly contents: MemoryContents;
}

/** Regions in order of address. */
export function regionsOf({ capture, buffers }: CaptureContents): CapturedRegion[] {
  const windows = capture.buffers
    .map(({ address, bytes, allocation }, i): Window => {
      const start = BigInt(address);
      const end = BigInt(allocation.address) + BigInt(allocation.bytes);
      return { start, bytes, behindBytes: Number(end - start) - bytes, contents: buffers[i] };
    })
    .sort((a, b) => (a.start < b.start ? -1 : 1));
  const runs: Window[][] = [];
  let end: bigint | null = null;
  for (const window of windows) {
    if (end === window.start) runs.at(-1)?.push(window);
    else runs.push([window]);
    end = window.start + BigInt(window.bytes);
  }
  return runs.map(regionOf);
}

function regionOf(windows: readonly Window[]): CapturedRegion {
  const [{ start }] = windows;
  const paddingBytes = Number(start % BigInt(DEVICE_ALIGN_BYTES));
  const bytes = windows.reduce((sum, window) => sum + window.bytes, 0);
  const afters = windows.map(({ contents }) => contents.after);
  return {
    base: start - BigInt(paddingBytes),
    end: start + BigInt(bytes),
    paddingBytes,
    behindBytes: windows.at(-1)?.behindBytes ?? 0,
    before: joined(
      windows.map(({ contents }) => contents.before),
      paddingBytes,
    ),
    after: afters.every(after => after !== null) ? joined(afters, paddingBytes) : null,
  };
}

/**
 * The bytes in one array. They are not copied if there is nothing to join and typed arrays of words can lie over them.
 */
function joined(parts: readonly Uint8Array<ArrayBuffer>[], paddingBytes: number): Uint8Array<ArrayBuffer> {
  if (parts.length === 1 && paddingBytes === 0 && parts[0].byteOffset % 8 === 0) return parts[0];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, paddingBytes));
  let at = paddingBytes;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export interface RegionPlace {
  /** Index into the regions. */
  readonly region: number;
  /** Offset from the region's base. */
  readonly byteOffset: number;
}

/** The region that holds the address; null if none does. An address right behind a region's end belongs to it with `isEnd`. */
export function placeOf(regions: readonly CapturedRegion[], address: bigint, isEnd = false): RegionPlace | null {
  let low = 0;
  let high = regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (regions[middle].end > address) high = middle;
    else low = middle + 1;
  }
  const found = regions[low];
  if (found !== undefined && address >= found.base + BigInt(found.paddingBytes)) {
    return { region: low, byteOffset: Number(address - found.base) };
  }
  const before = regions[low - 1];
  if (!isEnd || before?.end !== address) return null;
  return { region: low - 1, byteOffset: Number(address - before.base) };
}

/** Byte offsets of the words of eight bytes, within `from` to `to`, that are addresses of captured memory. */
export function storedAddresses(
  regions: readonly CapturedRegion[],
  bytes: Uint8Array,
  from = 0,
  to = bytes.length,
): { readonly offset: number; readonly place: RegionPlace }[] {
  const found: { readonly offset: number; readonly place: RegionPlace }[] = [];
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
  // Few regions share most of their upper halves: one comparison passes over nearly all words.
  const uppers = new Set(regions.flatMap(({ base, end }) => range(Number(base >> 32n), Number((end - 1n) >> 32n))));
  const [least, most] = [Math.max(1, Math.min(...uppers)), Math.max(...uppers)];
  for (let at = Math.ceil(from / 8) * 8; at + 8 <= to; at += 8) {
    const upper = words[(at >> 2) + 1];
    if (upper < least || upper > most || !uppers.has(upper)) continue;
    const place = placeOf(regions, (BigInt(upper) << 32n) | BigInt(words[at >> 2]));
    if (place !== null) found.push({ offset: at, place });
  }
  return found;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

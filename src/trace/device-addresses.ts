/**
 * The addresses of a launch's buffers in device memory: one rule for the emulator, which places them, and for the
 * model, which predicts the addresses that a kernel computes. A real driver chooses other addresses with the same
 * alignment.
 */
import { roundUp } from '../base/bits.ts';
import { ELEMENT_BYTES, type Launch } from './launch.ts';

/** Address of the first buffer: like a driver's, far above 4 GiB (a pointer cut to 32 bits shows), exact in a double. */
export const DEVICE_ARENA_BASE = 0x7f00_0000_0000;

/** Alignment that `cudaMalloc` guarantees. */
export const DEVICE_ALIGN_BYTES = 256;

/** Fewest unmapped bytes behind a buffer, so that an access just past its end hits no other buffer. */
export const RED_ZONE_BYTES = 256;

/** A kernel that goes on behind what was copied must not come into the next buffer: so far at least, it does not. */
const MOST_UNRECORDED_BYTES = 2 ** 24;

/** Device address of each buffer by name, in the launch's order. */
export function bufferAddresses(launch: Pick<Launch, 'buffers'>): Map<string, number> {
  const addresses = new Map<string, number>();
  let next = DEVICE_ARENA_BASE;
  for (const { name, type, length, unrecordedBytes = 0 } of launch.buffers) {
    addresses.set(name, next);
    const gap = RED_ZONE_BYTES + Math.min(unrecordedBytes, MOST_UNRECORDED_BYTES);
    next = roundUp(next + length * ELEMENT_BYTES[type] + gap, DEVICE_ALIGN_BYTES);
  }
  return addresses;
}

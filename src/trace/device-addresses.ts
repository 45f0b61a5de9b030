/**
 * The addresses of a launch's buffers in device memory: one rule for the emulator, which places them, and for the
 * model, which predicts the addresses that a kernel computes. A real driver chooses other addresses with the same
 * alignment.
 */
import { roundUp } from '../base/bits.ts';
import { ELEMENT_BYTES, type Launch } from './launch.ts';

/** Address of the first buffer: like a driver's, far above 4 GiB (a pointer cut to 32 bits shows), exact in a double. */
export const DEVICE_ARENA_BASE = 0x7f00_0000_0000;

/** What `cudaMalloc` guarantees. */
export const DEVICE_ALIGN_BYTES = 256;

/** Least number of unmapped bytes behind a buffer, so that an access just past its end hits nothing else. */
export const RED_ZONE_BYTES = 256;

/** Device address of each buffer by name, in the launch's order. */
export function bufferAddresses(launch: Pick<Launch, 'buffers'>): Map<string, number> {
  const addresses = new Map<string, number>();
  let next = DEVICE_ARENA_BASE;
  for (const { name, type, length } of launch.buffers) {
    addresses.set(name, next);
    next = roundUp(next + length * ELEMENT_BYTES[type] + RED_ZONE_BYTES, DEVICE_ALIGN_BYTES);
  }
  return addresses;
}

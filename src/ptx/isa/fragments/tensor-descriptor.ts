/** The matrix descriptor of `tcgen05` (PTX ISA, "tcgen05: Shared memory descriptor"; CUTLASS, cute/arch/mma_sm100_desc.hpp). */
import { refuse } from '../refusal.ts';
import type { MatrixDescriptor } from './matrix-descriptor.ts';

/** Values of bits 61 to 63: bytes that the swizzle permutes, and bytes of its pieces. */
const SWIZZLES: Readonly<Record<number, readonly [swizzleBytes: number, atomBytes: 16 | 32]>> = {
  0: [16, 16],
  1: [128, 32],
  2: [128, 16],
  4: [64, 16],
  6: [32, 16],
};

/** Addresses and strides are in 16 bytes. */
const bytesOf = (field: number): number => (field & 0x3fff) << 4;

/** A string says what is wrong. */
export function readTensorDescriptor(low: number, high: number): MatrixDescriptor | string {
  const swizzle = SWIZZLES[high >>> 29];
  const version = (high >>> 14) & 7;
  if (swizzle === undefined) return `swizzle mode ${high >>> 29} is none`;
  if (version !== 1) return `bits 46-48 are ${version}, but 1 on sm_100`;
  if (((high >>> 20) & 1) === 1) refuse('a leading dimension by address (bit 52 of a descriptor) is not implemented');
  return {
    startBytes: bytesOf(low),
    leadingBytes: bytesOf(low >>> 16),
    strideBytes: bytesOf(high),
    baseOffset: (high >>> 17) & 7,
    swizzleBytes: swizzle[0],
    atomBytes: swizzle[1],
  };
}

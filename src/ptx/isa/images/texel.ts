/** The numbers of a texel, as a fetch gives them. */
import { decodeFloat, encodeFloat, F16 } from '../../../base/float-formats.ts';
import type { ImageType, TextureValue } from '../../../trace/launch-image.ts';
import type { Memory } from '../../machine/memory.ts';
import { floatOfBits } from '../float.ts';

type ReadElement = (memory: Memory, byteOffset: number) => number;

const READ: Readonly<Record<ImageType, ReadElement>> = {
  u8: ({ u8 }, at) => u8[at],
  s8: ({ s8 }, at) => s8[at],
  u16: ({ u16 }, at) => u16[at >> 1],
  s16: ({ s16 }, at) => s16[at >> 1],
  u32: ({ i32 }, at) => i32[at >> 2] >>> 0,
  s32: ({ i32 }, at) => i32[at >> 2],
  f16: ({ u16 }, at) => decodeFloat(F16, u16[at >> 1]),
  f32: ({ i32 }, at) => floatOfBits(i32[at >> 2]),
};

const LARGEST: Readonly<Partial<Record<ImageType, number>>> = { u8: 255, s8: 127, u16: 65535, s16: 32767 };

/** Reads channel `channel` of the texel at an offset in device memory; one that it does not have is 0. */
export function texelReader({ type, channels, read }: TextureValue, texelBytes: number) {
  const element = READ[type];
  const elementBytes = texelBytes / channels;
  const largest = read === 'normalized' ? (LARGEST[type] ?? 1) : 1;
  return (memory: Memory, byteOffset: number, channel: number): number =>
    channel >= channels ? 0 : element(memory, byteOffset + channel * elementBytes) / largest;
}

/** Rounds halves up, also those that a division left a little less. */
const HALF = 0.5 + 2 ** -20;

/**
 * Result of a fetch, from the weighted sum of its texels, or from one texel. A linear filter gives 16 bits for elements
 * of at most 16 bits, as an H200 does.
 */
export function fetched({ type, read, filter }: TextureValue, sum: number): number {
  const value = read === 'normalized' ? Math.max(-1, sum) : sum;
  if (filter !== 'linear') return value;
  if (type === 'f16') return decodeFloat(F16, encodeFloat(F16, value));
  if (read !== 'normalized' || !(type in LARGEST)) return value;
  const steps = type.startsWith('u') ? 65535 : 32767;
  return (Math.sign(value) * Math.floor(Math.abs(value) * steps + HALF)) / steps;
}

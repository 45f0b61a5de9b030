/** The numbers of a texel, as a fetch gives them. */
import { decodeFloat, F16 } from '../../../base/float-formats.ts';
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

/** Channels that a texel does not have: 0, and 1 for the fourth. */
export const ABSENT = [0, 0, 0, 1] as const;

/** Reads channel `channel` of the texel at an offset in device memory. */
export function texelReader({ type, channels, read }: TextureValue, texelBytes: number) {
  const element = READ[type];
  const elementBytes = texelBytes / channels;
  const largest = read === 'normalized' ? (LARGEST[type] ?? 1) : null;
  return (memory: Memory, byteOffset: number, channel: number): number => {
    if (channel >= channels) return ABSENT[channel];
    const value = element(memory, byteOffset + channel * elementBytes);
    return largest === null ? value : Math.fround(Math.max(-1, value / largest));
  };
}

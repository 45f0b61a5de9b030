/** Textures and surfaces of a launch on the machine: where their texels lie, and the numbers by which a kernel knows them. */

import type { Launch, LaunchParam, StructValue } from '../../trace/launch.ts';
import { type ImageValue, isImage, texelBytes } from '../../trace/launch-image.ts';

export interface PlacedImage {
  readonly value: ImageValue;
  /** Offset from the start of device memory's arena. */
  readonly byteOffset: number;
  readonly texelBytes: number;
  /** Width, height, depth: 1 where there is none. */
  readonly sizes: readonly [width: number, height: number, depth: number];
}

/** High word of a handle; the low one counts a launch's images from 1 on. No address has it. */
const HANDLE_HIGH = 0x7e06;

/** Each once, in the order of the parameters and of the fields in them. */
export const imagesOf = ({ params }: Launch): ImageValue[] => {
  const values = params.flatMap((param): readonly (LaunchParam | StructValue)[] =>
    param.kind === 'struct' ? param.fields : [param],
  );
  return values.filter(isImage);
};

export function placedImage(value: ImageValue, byteOffset: number): PlacedImage {
  const [width, height = 1, depth = 1] = value.dims;
  return { value, byteOffset, texelBytes: texelBytes(value), sizes: [width, height, depth] };
}

export const handleOf = (index: number): bigint => (BigInt(HANDLE_HIGH) << 32n) | BigInt(index + 1);

/** Null for a number that is no handle. */
export const imageBehind = (images: readonly PlacedImage[], low: number, high: number): PlacedImage | null =>
  high === HANDLE_HIGH ? (images[low - 1] ?? null) : null;

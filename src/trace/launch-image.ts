/**
 * Textures and surfaces among a launch's parameters: what `cudaCreateTextureObject` and `cudaCreateSurfaceObject` are told. The
 * texels lie in a buffer, packed, x first; a GPU copies them into an array, whose order is its own.
 */

export const IMAGE_TYPES = ['u8', 's8', 'u16', 's16', 'u32', 's32', 'f16', 'f32'] as const;

export type ImageType = (typeof IMAGE_TYPES)[number];
export const ADDRESS_MODES = ['clamp', 'border', 'wrap', 'mirror'] as const;
export type AddressMode = (typeof ADDRESS_MODES)[number];

export interface ImageSpec {
  readonly buffer: string;
  readonly type: ImageType;
  /** Elements of a texel. */
  readonly channels: 1 | 2 | 4;
  /** Width, height and depth in texels, as many as there are. */
  readonly dims: readonly number[];
  /** Number of images in a layered one; they have one or two dimensions and lie one behind the other. */
  readonly layers?: number;
}

export interface TextureValue extends ImageSpec {
  readonly kind: 'texture';
  /** What a fetch outside the image returns; 'clamp' if absent. */
  readonly addressMode?: AddressMode;
  /** 'point' when left out. */
  readonly filter?: 'point' | 'linear';
  /** 'element' when left out; 'normalized' makes floats of integers: 0 to 1, or -1 to 1. */
  readonly read?: 'element' | 'normalized';
  /** Coordinates from 0 to 1 instead of 0 to the size. */
  readonly normalizedCoordinates?: boolean;
}

export interface SurfaceValue extends ImageSpec {
  readonly kind: 'surface';
}

export type ImageValue = TextureValue | SurfaceValue;

export const isImage = (value: { readonly kind: string }): value is ImageValue =>
  value.kind === 'texture' || value.kind === 'surface';

const ELEMENT_SIZES: Readonly<Record<ImageType, number>> = {
  ...{ u8: 1, s8: 1, u16: 2, s16: 2, f16: 2 },
  ...{ u32: 4, s32: 4, f32: 4 },
};

export const texelBytes = ({ type, channels }: Pick<ImageSpec, 'type' | 'channels'>): number =>
  ELEMENT_SIZES[type] * channels;

/** Whether a fetch from the texture returns floats. */
export const givesFloats = ({ type, read }: TextureValue): boolean => type.startsWith('f') || read === 'normalized';

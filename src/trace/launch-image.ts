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
  /** Of a layered one: so many images of one or two dimensions, one behind the other. */
  readonly layers?: number;
}

export interface TextureValue extends ImageSpec {
  readonly kind: 'texture';
  /** What is outside: 'clamp' when left out. */
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

export const texelBytes = ({ type, channels }: ImageSpec): number => ELEMENT_SIZES[type] * channels;

const texelCount = ({ dims, layers = 1 }: ImageSpec): number => dims.reduce((product, n) => product * n, layers);

/** Largest extent of a dimension (CUDA C++ Programming Guide, technical specifications); of a buffer's texels 2^28. */
const MOST_TEXELS = [2 ** 28, 2 ** 17, 2 ** 14] as const;

export interface ImageBreach {
  readonly path: readonly string[];
  readonly message: string;
}

/** What the driver would refuse, and what lies outside of the buffer. */
export function* imageBreaches(image: ImageValue, bufferBytes: number): Generator<ImageBreach> {
  const { dims, layers } = image;
  if (dims.length < 1 || dims.length > 3) {
    yield { path: ['dims'], message: `${dims.length} dimensions; an image has 1 to 3` };
    return;
  }
  for (const n of dims) {
    if (n >= 1 && n <= MOST_TEXELS[dims.length - 1]) continue;
    yield { path: ['dims'], message: `${n}: expected 1 to ${MOST_TEXELS[dims.length - 1]} texels` };
    return;
  }
  if (layers !== undefined && dims.length === 3)
    yield { path: ['layers'], message: 'an image of 3 dimensions has no layers' };
  const bytes = texelCount(image) * texelBytes(image);
  if (bytes > bufferBytes) {
    yield { path: ['dims'], message: `its ${bytes} bytes do not fit "${image.buffer}" (${bufferBytes} bytes)` };
  }
  if (image.kind === 'texture') yield* textureBreaches(image);
}

function* textureBreaches(texture: TextureValue): Generator<ImageBreach> {
  const { addressMode = 'clamp', filter, read, normalizedCoordinates, type } = texture;
  const isSmallInteger = ['u8', 's8', 'u16', 's16'].includes(type);
  if (read === 'normalized' && !isSmallInteger) {
    yield { path: ['read'], message: `.${type} is not normalized: integers of 8 and 16 bits are` };
  }
  if (filter === 'linear' && !givesFloats(texture)) {
    yield { path: ['filter'], message: `linear filtering needs floats: .${type}, read as it is, gives integers` };
  }
  if ((addressMode === 'wrap' || addressMode === 'mirror') && normalizedCoordinates !== true) {
    yield { path: ['addressMode'], message: `'${addressMode}' needs normalized coordinates` };
  }
}

/** Whether what is fetched from the texture is a float. */
export const givesFloats = ({ type, read }: TextureValue): boolean => type.startsWith('f') || read === 'normalized';

/** Rules for the textures and surfaces of a launch. */
import { givesFloats, type ImageSpec, type ImageValue, type TextureValue, texelBytes } from './launch-image.ts';

const texelCount = ({ dims, layers = 1 }: ImageSpec): number => dims.reduce((product, n) => product * n, layers);

/** Largest extent of a dimension (CUDA C++ Programming Guide, technical specifications); of a buffer's texels 2^28. */
const MOST_TEXELS = [2 ** 28, 2 ** 17, 2 ** 14] as const;

export interface ImageBreach {
  readonly path: readonly string[];
  readonly message: string;
}

/** Everything that the driver would refuse, or that lies outside the buffer. */
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

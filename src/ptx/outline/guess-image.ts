/** A texture or a surface to start from: as large as the problem. */
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { type ImageSpec, type ImageValue, texelBytes } from '../../trace/launch-image.ts';
import type { BufferGuess } from './guess-buffer-list.ts';
import { guessContent } from './guess-buffers.ts';
import type { ProblemShape } from './guess-shape.ts';
import type { ImageUse } from './module-outline.ts';
import { UNUSED_POINTER } from './pointer-use.ts';

/** Texels along each dimension where the problem has no such axis. */
const SIDES = { 1: 1024, 2: 64, 3: 16 } as const;
const LAYERS = 4;

export function guessImage(use: ImageUse, { extent }: ProblemShape): Omit<ImageValue, 'buffer'> {
  const dims = extent.slice(0, use.rank).map(length => (length > 1 ? length : SIDES[use.rank]));
  const { object: kind, type, channels, isLayered } = use;
  return { kind, type, channels, dims, ...(isLayered ? { layers: LAYERS } : {}) };
}

/** Its texels. */
export const guessTexels = (name: string, use: ImageUse, image: Omit<ImageSpec, 'buffer'>): BufferGuess => ({
  name,
  type: image.type,
  lengthOf: type => Math.ceil(imageBytes(image) / ELEMENT_BYTES[type]),
  contentOf: (type, seed, length) =>
    guessContent({ ...UNUSED_POINTER, read: use.read, written: use.written }, { type, length }, seed, null),
});

const imageBytes = (image: Omit<ImageSpec, 'buffer'>): number =>
  image.dims.reduce((bytes, length) => bytes * length, texelBytes(image) * (image.layers ?? 1));

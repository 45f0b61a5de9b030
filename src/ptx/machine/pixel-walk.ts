/**
 * Pixels that an im2col copy takes (PTX ISA, "Tensors": im2col mode). It walks through the box between the two corners,
 * width first, then height, depth and images, starting at the coordinates; each pixel is then moved by the
 * instruction's offsets.
 */
import type { TensorMap } from '../../trace/launch.ts';

export interface PixelBox {
  /** Corner in the dimensions between channels and images, fastest first. */
  readonly lowerCorner: readonly number[];
  readonly upperCorner: readonly number[];
  /** Steps from pixel to pixel along each dimension of the tensor. */
  readonly steps: readonly number[];
}

/** Gives, pixel after pixel, the byte offset of its first channel in the tensor; null for a pixel outside. */
export function pixelWalk(
  { dims, stridesBytes }: TensorMap,
  { lowerCorner, upperCorner, steps }: PixelBox,
  start: readonly number[],
  offsets: readonly number[],
): () => number | null {
  const at = [...start];
  const advance = (): void => {
    for (let dim = 1; dim < dims.length; dim++) {
      at[dim] += steps[dim];
      const isImage = dim === dims.length - 1;
      if (isImage || at[dim] < dims[dim] + upperCorner[dim - 1]) return;
      at[dim] = lowerCorner[dim - 1];
    }
  };
  return () => {
    let offset: number | null = 0;
    for (let dim = 1; dim < dims.length; dim++) {
      const coordinate = at[dim] + (offsets[dim - 1] ?? 0);
      if (coordinate < 0 || coordinate >= dims[dim]) offset = null;
      if (offset !== null) offset += coordinate * stridesBytes[dim - 1];
    }
    advance();
    return offset;
  };
}

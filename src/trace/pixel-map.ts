/** What im2col maps and maps of boxes have in common. */
import type { Im2colMap, TensorMap } from './launch.ts';

/** The map that copies one pixel. */
export const pixelMap = ({
  type,
  dims,
  stridesBytes,
  elementStrides,
  swizzle,
  oobFill,
  roundsTo,
  channelsPerPixel,
}: Im2colMap): TensorMap => ({
  ...{ type, dims, stridesBytes, elementStrides, swizzle, oobFill, interleave: 'none' },
  ...(roundsTo ? { roundsTo } : {}),
  box: dims.map((_, i) => (i === 0 ? channelsPerPixel : 1)),
});

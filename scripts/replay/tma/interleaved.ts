/**
 * Boxes of interleaved maps, whose dimensions are hardly documented: at every edge, with element strides, of ranks 3 to
 * 5.
 */
import type { SwizzleMode } from '../../../src/trace/launch.ts';
import { copyOf, lists, mapOf, type TmaCase } from './case.ts';

const PIXELS = 33;
const CHANNELS = 24;
const ROW_PIXELS = 40;
const BOXES = '16x8x3 16x16x2 16x24x2 24x8x3 8x16x2 8x8x5 8x8x5 16x8x3';
const STARTS = lists('0x0x0 0x0x1 1x0x0 5x4x0 -2x20x4 30x23x3 1x24x0 0x-1x0');

function rank3(interleave: '16B' | '32B', swizzle: SwizzleMode, type: 'u16' | 'f16' | 'f32'): TmaCase[] {
  const rowBytes = ROW_PIXELS * (interleave === '16B' ? 16 : 32);
  return lists(BOXES).flatMap((box, i) =>
    lists('1x1x1 2x1x2').map(elementStrides => {
      const map = mapOf({
        ...{ type, interleave, swizzle, box, elementStrides, oobFill: type === 'u16' ? 'zero' : 'nan' },
        ...{ dims: [PIXELS, CHANNELS, 6], stridesBytes: [rowBytes, rowBytes * CHANNELS] },
      });
      const what = `interleave ${interleave}, ${swizzle}, ${type}, box ${box}, every ${elementStrides}`;
      return copyOf(`${what}, at ${STARTS[i]}`, map, { start: STARTS[i] });
    }),
  );
}

/** Whether the number of channels matters. */
const higherRank = (rank: 4 | 5): TmaCase[] =>
  [3, 1024].map(channels => {
    const map = mapOf({
      interleave: '16B',
      stridesBytes: [256, 1024, 4096, 8192].slice(0, rank - 1),
      dims: [16, 8, 4, 3, 2].slice(0, rank).with(rank - 2, channels),
      box: [8, 4, 2, 2, 2].slice(0, rank),
    });
    const start = map.dims.map((_, dim) => (dim === rank - 2 ? 2 : 0));
    return copyOf(`interleave 16B, rank ${rank} of ${channels} channels`, map, { start });
  });

export const interleavedCopies = (): TmaCase[] => [
  ...rank3('16B', 'none', 'u16'),
  ...rank3('16B', '64B', 'f16'),
  ...rank3('16B', '128B', 'f32'),
  ...rank3('32B', '32B', 'u16'),
  ...higherRank(4),
  ...higherRank(5),
];

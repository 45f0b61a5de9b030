/** Images in a launch: in words, and kept when their buffer changes. */
import { expect, test } from 'vitest';
import type { Im2colMapValue, Launch } from '../../../trace/launch.ts';
import type { TextureValue } from '../../../trace/launch-image.ts';
import { type ShownValue, shownInWords } from './image-words.ts';
import { pointersOf, withTarget } from './launch-parts.ts';

const texture: TextureValue = { kind: 'texture', buffer: 'a', type: 'u8', channels: 4, dims: [64, 32] };

const IM2COL: Im2colMapValue = {
  ...{ kind: 'im2colMap', buffer: 'a', type: 'bf16', dims: [64, 8, 8, 2], stridesBytes: [128, 1024, 8192] },
  ...{ lowerCorner: [-1, -1], upperCorner: [-1, -1], channelsPerPixel: 64, pixelsPerColumn: 128 },
  ...{ elementStrides: [1, 1, 1, 1], swizzle: '128B', oobFill: 'zero' },
};

test.each<[ShownValue, string]>([
  [texture, 'texture: 64 x 32 texels of 4 u8; point filter, outside: clamp'],
  [
    { ...texture, filter: 'linear', read: 'normalized', normalizedCoordinates: true, addressMode: 'wrap' } as const,
    'texture: 64 x 32 texels of 4 u8; linear filter, outside: wrap, integers as 0 to 1, coordinates from 0 to 1',
  ],
  [{ ...texture, kind: 'surface', layers: 3 } as const, 'surface: 64 x 32 texels of 4 u8, 3 layers'],
  [
    IM2COL,
    'im2col map of 64 x 8 x 8 x 2 bf16, channels first: 128 pixels of 64 channels, swizzle 128B; it is not drawn',
  ],
])('%o', (image, words) => {
  expect(shownInWords(image)).toBe(words);
});

test('a texture points to its buffer, and stays one on another', () => {
  const launch: Launch = { grid: [1, 1, 1], block: [1, 1, 1], buffers: [], params: [texture] };
  expect(pointersOf(launch)).toEqual([{ place: 'params[0]', buffer: 'a' }]);
  const place = { param: 0, field: null };
  expect(withTarget(launch, place, 'b').params).toEqual([{ ...texture, buffer: 'b' }]);
});

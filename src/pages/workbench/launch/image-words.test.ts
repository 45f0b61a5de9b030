/** Images in a launch: in words, and kept when their buffer changes. */
import { expect, test } from 'vitest';
import type { Launch } from '../../../trace/launch.ts';
import type { TextureValue } from '../../../trace/launch-image.ts';
import { imageInWords } from './image-words.ts';
import { pointersOf, withTarget } from './launch-parts.ts';

const texture: TextureValue = { kind: 'texture', buffer: 'a', type: 'u8', channels: 4, dims: [64, 32] };

test.each([
  [texture, 'texture: 64 x 32 texels of 4 u8; point filter, outside: clamp'],
  [
    { ...texture, filter: 'linear', read: 'normalized', normalizedCoordinates: true, addressMode: 'wrap' } as const,
    'texture: 64 x 32 texels of 4 u8; linear filter, outside: wrap, integers as 0 to 1, coordinates from 0 to 1',
  ],
  [{ ...texture, kind: 'surface', layers: 3 } as const, 'surface: 64 x 32 texels of 4 u8, 3 layers'],
])('%o', (image, words) => {
  expect(imageInWords(image)).toBe(words);
});

test('a texture points to its buffer, and stays one on another', () => {
  const launch: Launch = { grid: [1, 1, 1], block: [1, 1, 1], buffers: [], params: [texture] };
  expect(pointersOf(launch)).toEqual([{ place: 'params[0]', buffer: 'a' }]);
  const place = { param: 0, field: null };
  expect(withTarget(launch, place, 'b').params).toEqual([{ ...texture, buffer: 'b' }]);
});

/** What a texture or a surface of a launch is, in a few words. */
import type { ImageValue } from '../../../trace/launch-image.ts';

export function imageInWords(image: ImageValue): string {
  const { kind, type, channels, dims, layers } = image;
  const size = `${dims.join(' x ')} texels of ${channels} ${type}${layers === undefined ? '' : `, ${layers} layers`}`;
  if (kind === 'surface') return `surface: ${size}`;
  const { filter = 'point', addressMode = 'clamp', read, normalizedCoordinates } = image;
  const words = [`${filter} filter`, `outside: ${addressMode}`];
  if (read === 'normalized') words.push('integers as 0 to 1');
  if (normalizedCoordinates) words.push('coordinates from 0 to 1');
  return `texture: ${size}; ${words.join(', ')}`;
}

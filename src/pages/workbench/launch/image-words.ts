/** Few words about a texture, a surface or a map for im2col copies: the page has no form for them. */
import type { Im2colMapValue } from '../../../trace/launch.ts';
import { type ImageValue, isImage } from '../../../trace/launch-image.ts';

/** Values that the page shows but cannot change. */
export type ShownValue = ImageValue | Im2colMapValue;

export const isShown = (value: { readonly kind: string }): value is ShownValue =>
  isImage(value) || value.kind === 'im2colMap';

export const shownInWords = (value: ShownValue): string =>
  value.kind === 'im2colMap' ? im2colInWords(value) : imageInWords(value);

function im2colInWords({ type, dims, channelsPerPixel, pixelsPerColumn, swizzle }: Im2colMapValue): string {
  const tensor = `${dims.join(' x ')} ${type}, channels first`;
  return `im2col map of ${tensor}: ${pixelsPerColumn} pixels of ${channelsPerPixel} channels, swizzle ${swizzle}; it is not drawn`;
}

function imageInWords(image: ImageValue): string {
  const { kind, type, channels, dims, layers } = image;
  const size = `${dims.join(' x ')} texels of ${channels} ${type}${layers === undefined ? '' : `, ${layers} layers`}`;
  if (kind === 'surface') return `surface: ${size}`;
  const { filter = 'point', addressMode = 'clamp', read, normalizedCoordinates } = image;
  const words = [`${filter} filter`, `outside: ${addressMode}`];
  if (read === 'normalized') words.push('integers as 0 to 1');
  if (normalizedCoordinates) words.push('coordinates from 0 to 1');
  return `texture: ${size}; ${words.join(', ')}`;
}

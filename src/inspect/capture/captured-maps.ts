/** Tensor maps of a capture as those of a launch. */
import type { FieldError } from '../../base/field-error.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { CapturedTensorMap } from '../../trace/capture.ts';
import { ELEMENT_TYPES, type Im2colMapValue, SWIZZLE_MODES, type TensorMapValue } from '../../trace/launch.ts';
import { pixelMap } from '../../trace/pixel-map.ts';
import { tensorBytes } from '../../trace/tensor-map-rules.ts';

/** A map without the place of its tensor. */
export type MapOfCapture =
  | Omit<TensorMapValue, 'buffer' | 'byteOffset'>
  | Omit<Im2colMapValue, 'buffer' | 'byteOffset'>;

type MapType = Pick<TensorMapValue, 'type' | 'roundsTo'>;

/** Types that only the driver has. Copies but additions do not flush subnormals (seen on an H200). */
const DRIVER_TYPES: ReadonlyMap<string, MapType> = new Map([
  ['f32_ftz', { type: 'f32' }],
  ['tf32', { type: 'f32', roundsTo: 'tf32' }],
  ['tf32_ftz', { type: 'f32', roundsTo: 'tf32' }],
]);

function typeOf(name: string): MapType | undefined {
  const type = ELEMENT_TYPES.find(known => known === name);
  return type ? { type } : DRIVER_TYPES.get(name);
}

/** The error's field is a path from the map on. */
export function mapOf(map: CapturedTensorMap): Result<MapOfCapture, FieldError> {
  const type = typeOf(map.type);
  if (type === undefined) return err({ message: `tensors of ${map.type} are not emulated`, field: 'type' });
  const swizzle = SWIZZLE_MODES.find(known => known === map.swizzle);
  if (swizzle === undefined) return err({ message: `there is no swizzle ${map.swizzle}`, field: 'swizzle' });
  const interleave = (['none', '16B', '32B'] as const).find(known => known === map.interleave);
  if (interleave === undefined)
    return err({ message: `there is no interleave ${map.interleave}`, field: 'interleave' });
  const oobFill = (['zero', 'nan'] as const).find(known => known === map.oobFill);
  if (oobFill === undefined) return err({ message: `there is no fill ${map.oobFill}`, field: 'oobFill' });
  const { dims, stridesBytes, elementStrides, box } = map;
  if (stridesBytes.length !== dims.length - 1 || elementStrides.length !== dims.length) {
    return err({
      message: `${dims.length} dims need ${dims.length - 1} strides, and as many element strides as dims`,
      field: 'stridesBytes',
    });
  }
  const common = { ...type, dims, stridesBytes, elementStrides, swizzle, oobFill };
  if (map.kind === 'tiled') return ok({ kind: 'tensorMap', ...common, box, interleave });
  const { lowerCorner, upperCorner, channelsPerPixel, pixelsPerColumn } = map;
  if (!lowerCorner || !upperCorner || channelsPerPixel === undefined || pixelsPerColumn === undefined) {
    return err({
      message: 'an im2col map has lowerCorner, upperCorner, channelsPerPixel and pixelsPerColumn',
      field: '',
    });
  }
  return ok({ kind: 'im2colMap', ...common, lowerCorner, upperCorner, channelsPerPixel, pixelsPerColumn });
}

/**
 * Bytes from the tensor's first element to the end of its last one; 0 for interleaved maps, whose extent is not
 * computed.
 */
export const reachOf = (map: MapOfCapture): number =>
  map.kind === 'im2colMap' ? tensorBytes(pixelMap(map)) : map.interleave === 'none' ? tensorBytes(map) : 0;

/**
 * A launch as a driver takes it: bytes, places of addresses in them, enumerations as numbers. Only the GPU's machine knows
 * the addresses themselves.
 */

import { assert } from '../base/assert.ts';
import { POINTER_BYTES } from '../base/hardware.ts';
import {
  type ElementType,
  type Im2colMap,
  type Im2colMapValue,
  type Launch,
  type LaunchParam,
  type PointerValue,
  type ScalarValue,
  type StructParam,
  SWIZZLE_MODES,
  type TensorMap,
  type TensorMapValue,
} from './launch.ts';
import { encodeScalar } from './launch-bytes.ts';
import { decodeBase64 } from './launch-bytes-base64.ts';
import { type ImageType, type ImageValue, texelBytes } from './launch-image.ts';
import { pixelMap } from './pixel-map.ts';

/** An address: `byteOffset` into buffer number `buffer`. */
export interface DevicePlace {
  /** Offset within the parameter. */
  readonly offset: number;
  readonly buffer: number;
  readonly byteOffset: number;
}

/** Names of the enumerations of cuda.h are numbers here; lists fastest dimension first. */
export interface DeviceTensorMap extends Pick<TensorMap, 'dims' | 'stridesBytes' | 'box' | 'elementStrides'> {
  readonly type: number;
  readonly interleave: number;
  readonly swizzle: number;
  readonly l2Promotion: number;
  readonly oobFill: number;
  /** Instead of the box, in a map for im2col copies. */
  readonly im2col?: Pick<Im2colMap, 'lowerCorner' | 'upperCorner' | 'channelsPerPixel' | 'pixelsPerColumn'>;
}

/** A texture or a surface: what the driver's descriptors of its array and of its object hold. */
export interface DeviceImage {
  readonly isSurface: boolean;
  /** CUarray_format. */
  readonly format: number;
  readonly channels: number;
  readonly texelBytes: number;
  /** Width, height, depth; 0 for a dimension that there is not. */
  readonly extent: readonly [width: number, height: number, depth: number];
  /** 0 where there are none. */
  readonly layers: number;
  /** CUaddress_mode, CUfilter_mode, CU_TRSF_*. */
  readonly addressMode: number;
  readonly filter: number;
  readonly flags: number;
}

/** A tensor map among the bytes of a parameter. */
export interface PlacedDeviceMap {
  readonly offset: number;
  readonly tensor: DevicePlace;
  readonly map: DeviceTensorMap;
}

export type DeviceParam =
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      readonly addresses: readonly DevicePlace[];
      /** Tensor maps, each of which is to be encoded at its `offset`. */
      readonly maps: readonly PlacedDeviceMap[];
    }
  | {
      readonly kind: 'tensorMap';
      readonly pass: 'value' | 'address';
      readonly tensor: DevicePlace;
      readonly map: DeviceTensorMap;
    }
  | { readonly kind: 'image'; readonly texels: DevicePlace; readonly image: DeviceImage };

/** CUtensorMapDataType. */
const TFLOAT32 = 11;

export const DATA_TYPE_VALUES: Readonly<Record<ElementType, number>> = {
  ...{ u8: 0, s8: 0, e4m3: 0, e5m2: 0, u16: 1, s16: 1, u32: 2, s32: 3, u64: 4, s64: 5 },
  ...{ f16: 6, f32: 7, f64: 8, bf16: 9 },
};

/** Parameters in their order. Throws for a launch that its schema would refuse. */
export const deviceParams = (launch: Launch): DeviceParam[] => launch.params.map(param => deviceParam(param, launch));

function deviceParam(param: LaunchParam, launch: Launch): DeviceParam {
  switch (param.kind) {
    case 'pointer':
      return { kind: 'bytes', bytes: new Uint8Array(POINTER_BYTES), addresses: [placeOf(launch, param, 0)], maps: [] };
    case 'scalar':
      return { kind: 'bytes', bytes: scalarBytes(param), addresses: [], maps: [] };
    case 'struct': {
      const bytes = structBytes(param);
      for (const field of param.fields) if (field.kind === 'scalar') bytes.set(scalarBytes(field), field.offset);
      const addresses = param.fields.flatMap(field =>
        field.kind === 'pointer' ? [placeOf(launch, field, field.offset)] : [],
      );
      const maps = param.fields.flatMap(field =>
        field.kind === 'tensorMap' || field.kind === 'im2colMap'
          ? [{ offset: field.offset, tensor: tensorPlace(launch, field), map: deviceTensorMap(field) }]
          : [],
      );
      return { kind: 'bytes', bytes, addresses, maps };
    }
    case 'tensorMap':
    case 'im2colMap':
      return {
        kind: 'tensorMap',
        pass: param.pass,
        tensor: tensorPlace(launch, param),
        map: deviceTensorMap(param),
      };
    case 'texture':
    case 'surface':
      return {
        kind: 'image',
        texels: placeOf(launch, { kind: 'pointer', buffer: param.buffer }, 0),
        image: deviceImage(param),
      };
  }
}

const tensorPlace = (launch: Launch, { buffer, byteOffset = 0 }: TensorMapValue | Im2colMapValue): DevicePlace =>
  placeOf(launch, { kind: 'pointer', buffer, byteOffset }, 0);

function structBytes({ sizeBytes, base64 = '' }: StructParam): Uint8Array {
  const given = decodeBase64(base64);
  assert(typeof given !== 'string', 'the bytes of a struct are base64');
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(given);
  return bytes;
}

function placeOf({ buffers }: Launch, { buffer, byteOffset = 0 }: PointerValue, offset: number): DevicePlace {
  const number = buffers.findIndex(({ name }) => name === buffer);
  assert(number >= 0, `there is a buffer '${buffer}'`);
  return { offset, buffer: number, byteOffset };
}

function scalarBytes({ type, value }: ScalarValue): Uint8Array {
  const bytes = encodeScalar(type, value);
  assert(bytes.ok, `${value} is a ${type}`);
  return bytes.value;
}

function deviceTensorMap(given: TensorMap | Im2colMap): DeviceTensorMap {
  const isIm2col = 'pixelsPerColumn' in given;
  const map = isIm2col ? pixelMap(given) : given;
  return {
    type: map.roundsTo === 'tf32' ? TFLOAT32 : DATA_TYPE_VALUES[map.type],
    dims: map.dims,
    stridesBytes: map.stridesBytes,
    box: map.box,
    elementStrides: map.elementStrides,
    interleave: ['none', '16B', '32B'].indexOf(map.interleave),
    swizzle: SWIZZLE_MODES.indexOf(map.swizzle),
    l2Promotion: ['none', '64B', '128B', '256B'].indexOf(map.l2Promotion ?? 'none'),
    oobFill: ['zero', 'nan'].indexOf(map.oobFill),
    ...(isIm2col ? { im2col: cornersOf(given) } : {}),
  };
}

const cornersOf = ({ lowerCorner, upperCorner, channelsPerPixel, pixelsPerColumn }: Im2colMap) => ({
  ...{ lowerCorner, upperCorner, channelsPerPixel, pixelsPerColumn },
});

/** CUarray_format. */
const FORMAT_VALUES: Readonly<Record<ImageType, number>> = {
  ...{ u8: 0x01, u16: 0x02, u32: 0x03, s8: 0x08, s16: 0x09, s32: 0x0a, f16: 0x10, f32: 0x20 },
};

/** CU_TRSF_*. */
const READ_AS_INTEGER = 1;
const NORMALIZED_COORDINATES = 2;

function deviceImage(value: ImageValue): DeviceImage {
  const { dims, channels, type, layers = 0 } = value;
  const [width, height = 0, depth = 0] = dims;
  const image = { format: FORMAT_VALUES[type], channels, texelBytes: texelBytes(value), layers };
  const extent = [width, height, depth] as const;
  if (value.kind === 'surface') return { ...image, extent, isSurface: true, addressMode: 0, filter: 0, flags: 0 };
  return {
    ...image,
    ...{ extent, isSurface: false },
    addressMode: ['wrap', 'clamp', 'mirror', 'border'].indexOf(value.addressMode ?? 'clamp'),
    filter: value.filter === 'linear' ? 1 : 0,
    flags:
      (value.read === 'normalized' ? 0 : READ_AS_INTEGER) | (value.normalizedCoordinates ? NORMALIZED_COORDINATES : 0),
  };
}

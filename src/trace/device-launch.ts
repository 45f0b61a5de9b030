/**
 * A launch as a driver takes it: bytes, places of addresses in them, enumerations as numbers. Only the GPU's machine knows
 * the addresses themselves.
 */

import { assert } from '../base/assert.ts';
import { POINTER_BYTES } from '../base/hardware.ts';
import {
  type ElementType,
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

/** An address: `byteOffset` into buffer number `buffer`. */
export interface DevicePlace {
  /** Within the parameter. */
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
      /** Each to be encoded at `offset`. */
      readonly maps: readonly PlacedDeviceMap[];
    }
  | {
      readonly kind: 'tensorMap';
      readonly pass: 'value' | 'address';
      readonly tensor: DevicePlace;
      readonly map: DeviceTensorMap;
    };

/** CUtensorMapDataType. */
export const DATA_TYPE_VALUES: Readonly<Record<ElementType, number>> = {
  ...{ u8: 0, s8: 0, e4m3: 0, e5m2: 0, u16: 1, s16: 1, u32: 2, s32: 3, u64: 4, s64: 5 },
  ...{ f16: 6, f32: 7, f64: 8, bf16: 9 },
};

/** In order. Throws for a launch that its schema would refuse. */
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
        field.kind === 'tensorMap'
          ? [{ offset: field.offset, tensor: tensorPlace(launch, field), map: deviceTensorMap(field) }]
          : [],
      );
      return { kind: 'bytes', bytes, addresses, maps };
    }
    case 'tensorMap':
      return {
        kind: 'tensorMap',
        pass: param.pass,
        tensor: tensorPlace(launch, param),
        map: deviceTensorMap(param),
      };
    case 'im2colMap':
    case 'texture':
    case 'surface':
      throw new Error(`params: the runner takes no ${param.kind}`);
  }
}

const tensorPlace = (launch: Launch, { buffer, byteOffset = 0 }: TensorMapValue): DevicePlace =>
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

const deviceTensorMap = (map: TensorMap): DeviceTensorMap => ({
  type: DATA_TYPE_VALUES[map.type],
  dims: map.dims,
  stridesBytes: map.stridesBytes,
  box: map.box,
  elementStrides: map.elementStrides,
  interleave: ['none', '16B', '32B'].indexOf(map.interleave),
  swizzle: SWIZZLE_MODES.indexOf(map.swizzle),
  l2Promotion: ['none', '64B', '128B', '256B'].indexOf(map.l2Promotion ?? 'none'),
  oobFill: ['zero', 'nan'].indexOf(map.oobFill),
});

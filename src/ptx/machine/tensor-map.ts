/**
 * Tensor maps on the machine. What a driver encodes is opaque to a kernel, so the 128 bytes are encoded here as it suits: each
 * field of the map has its place, named as in `tensormap.replace`. A copy of the bytes anywhere is the same map, and a kernel
 * can make one of its own.
 */
import { TENSOR_MAP_BYTES } from '../../base/hardware.ts';
import type { ElementType, Im2colMap, SwizzleMode, TensorMap } from '../../trace/launch.ts';
import { pixelMap } from '../../trace/pixel-map.ts';

interface MapFieldPlace {
  readonly byteOffset: number;
  readonly bytes: 4 | 8;
  /** Entries of a list: one a dimension, of strides from dimension 1 on. */
  readonly entries: number;
}

const place = (byteOffset: number, bytes: 4 | 8, entries = 1): MapFieldPlace => ({ byteOffset, bytes, entries });

/** Fields by the names of `tensormap.replace`; only the mode has no such name. */
export const MAP_FIELDS = {
  global_stride: place(0, 8, 4),
  global_dim: place(32, 4, 5),
  box_dim: place(52, 4, 5),
  element_stride: place(72, 4, 5),
  /** One less than the number of dimensions. */
  rank: place(92, 4),
  elemtype: place(96, 4),
  interleave_layout: place(100, 4),
  swizzle_mode: place(104, 4),
  fill_mode: place(108, 4),
  swizzle_atomicity: place(112, 4),
  /** 0: boxes; 1: im2col, where `box_dim` has the channels, the pixels and the two corners. */
  mode: place(116, 4),
  global_address: place(120, 8),
} as const satisfies Record<string, MapFieldPlace>;
export type MapField = keyof typeof MAP_FIELDS;
export const MAP_FIELD_NAMES = (Object.keys(MAP_FIELDS) as MapField[]).filter(name => name !== 'mode');

/** Numbers of the manual (tensormap.replace, table of values); signed and small types travel as the driver has them. */
export const ELEMENT_NUMBERS: Readonly<Record<ElementType, number>> = {
  ...{ u8: 0, s8: 0, e4m3: 0, e5m2: 0, u16: 1, s16: 1, u32: 2, s32: 3, u64: 4, s64: 5 },
  ...{ f16: 6, f32: 7, f64: 9, bf16: 10 },
};
/** f32 that loads round to tf32. */
export const TF32_NUMBER = 11;
export const INTERLEAVES = ['none', '16B', '32B'] as const;
export const FILLS = ['zero', 'nan'] as const;
/** `swizzle_mode` and `swizzle_atomicity`. */
export const SWIZZLE_NUMBERS: Readonly<Record<SwizzleMode, readonly [mode: number, atomicity: number]>> = {
  ...{ none: [0, 0], '32B': [1, 0], '64B': [2, 0], '128B': [3, 0] },
  ...{ '128B_ATOM_32B': [3, 1], '128B_ATOM_32B_FLIP_8B': [3, 2], '128B_ATOM_64B': [3, 3] },
};

/** `address`: of the tensor's first element. A dimension of 2^32 is written as 0. */
export function tensorMapBytes(map: TensorMap, address: number): Uint8Array {
  const bytes = new Uint8Array(TENSOR_MAP_BYTES);
  const view = new DataView(bytes.buffer);
  const put = (field: MapField, ...values: readonly number[]): void => {
    const { byteOffset, bytes: width } = MAP_FIELDS[field];
    for (const [i, value] of values.entries()) {
      if (width === 8) view.setBigUint64(byteOffset + 8 * i, BigInt(value), true);
      else view.setUint32(byteOffset + 4 * i, value, true);
    }
  };
  put('global_address', address);
  put('rank', map.dims.length - 1);
  put('global_dim', ...map.dims);
  put('global_stride', ...map.stridesBytes);
  put('box_dim', ...map.box);
  put('element_stride', ...map.elementStrides);
  put('elemtype', map.roundsTo === 'tf32' ? TF32_NUMBER : ELEMENT_NUMBERS[map.type]);
  put('interleave_layout', INTERLEAVES.indexOf(map.interleave));
  put('fill_mode', FILLS.indexOf(map.oobFill));
  const [mode, atomicity] = SWIZZLE_NUMBERS[map.swizzle];
  put('swizzle_mode', mode);
  put('swizzle_atomicity', atomicity);
  return bytes;
}

/** Bits of an entry of a corner, by the number of entries. */
const CORNER_BITS = [16, 8, 8] as const;

const packed = (corner: readonly number[]): number => {
  const bits = CORNER_BITS[corner.length - 1];
  return corner.reduce((word, n, i) => word | ((n & (2 ** bits - 1)) << (bits * i)), 0);
};

/** The corner of so many entries in a word of `box_dim`. */
export function unpackedCorner(word: number, entries: number): number[] {
  const bits = CORNER_BITS[entries - 1];
  return Array.from({ length: entries }, (_, i) => (word << (32 - bits * (i + 1))) >> (32 - bits));
}

export function im2colMapBytes(map: Im2colMap, address: number): Uint8Array {
  const bytes = tensorMapBytes(pixelMap(map), address);
  const view = new DataView(bytes.buffer);
  const { lowerCorner, upperCorner, channelsPerPixel, pixelsPerColumn } = map;
  const box = [channelsPerPixel, pixelsPerColumn, packed(lowerCorner), packed(upperCorner)];
  for (const [i, value] of box.entries()) view.setInt32(MAP_FIELDS.box_dim.byteOffset + 4 * i, value, true);
  view.setUint32(MAP_FIELDS.mode.byteOffset, 1, true);
  return bytes;
}

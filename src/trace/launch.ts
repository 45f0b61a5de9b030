/**
 * `Launch`: everything needed to run one kernel, as data. The emulator and a GPU runner take the same value and must
 * fill the same bytes from it. The schema that checks untrusted JSON is in `src/contract/launch.ts`.
 */

import { POINTER_BYTES, TENSOR_MAP_BYTES } from '../base/hardware.ts';
import type { ImageValue } from './launch-image.ts';

/** Element types of buffers, symbols and scalars. e4m3 / e5m2 are the 8-bit floats of PTX `cvt`. */
export const ELEMENT_TYPES = [
  'u8',
  's8',
  'u16',
  's16',
  'u32',
  's32',
  'u64',
  's64',
  'f16',
  'bf16',
  'f32',
  'f64',
  'e4m3',
  'e5m2',
] as const;
export type ElementType = (typeof ELEMENT_TYPES)[number];

export const ELEMENT_BYTES: Readonly<Record<ElementType, 1 | 2 | 4 | 8>> = {
  u8: 1,
  s8: 1,
  e4m3: 1,
  e5m2: 1,
  u16: 2,
  s16: 2,
  f16: 2,
  bf16: 2,
  u32: 4,
  s32: 4,
  f32: 4,
  u64: 8,
  s64: 8,
  f64: 8,
};

/** An integer that may exceed 2^53 travels as a decimal string. */
export type ExactInteger = number | string;

export type BufferInit =
  | { readonly kind: 'zeros' }
  /** Every byte is 0xFF: an element that the kernel forgot to write is a NaN or an all-ones integer. */
  | { readonly kind: 'poison' }
  /** Element i holds start + i * step. */
  | { readonly kind: 'iota'; readonly start?: ExactInteger; readonly step?: ExactInteger }
  /** xorshift32 (13, 17, 5), stepped once before each element is made. */
  | {
      readonly kind: 'random';
      readonly seed: number;
      readonly low?: number;
      readonly high?: number;
      readonly integers?: boolean;
    }
  | { readonly kind: 'values'; readonly values: readonly ExactInteger[] }
  /** Raw little-endian bytes. */
  | { readonly kind: 'base64'; readonly base64: string }
  /** The same as they lie in memory, of a capture: a file of JSON has them as base64. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> };

export interface BufferSpec {
  readonly name: string;
  readonly type: ElementType;
  /** Number of elements. */
  readonly length: number;
  readonly init: BufferInit;
  /** Addresses and tensor maps that lie in it, over what `init` says. */
  readonly fields?: readonly StoredValue[];
  /** Whether the buffer is read back after the launch. */
  readonly output?: boolean;
  /** For a captured launch: bytes of the same allocation, behind the buffer, that the capture did not copy. */
  readonly unrecordedBytes?: number;
  /** What the preceding launch does with the buffer, if the two may overlap; absent if not known. */
  readonly launchBefore?: 'writes' | 'reads' | 'nothing';
}

/** Fills a module's `.const` or `.global` variable before the launch. */
export interface SymbolSpec {
  readonly name: string;
  readonly type: ElementType;
  readonly init: BufferInit;
  readonly fields?: readonly StoredValue[];
}

export interface PointerValue {
  readonly kind: 'pointer';
  readonly buffer: string;
  readonly byteOffset?: number;
}
export interface ScalarValue {
  readonly kind: 'scalar';
  readonly type: ElementType;
  readonly value: ExactInteger;
}
export const SWIZZLE_MODES = [
  'none',
  '32B',
  '64B',
  '128B',
  '128B_ATOM_32B',
  '128B_ATOM_32B_FLIP_8B',
  '128B_ATOM_64B',
] as const;
export type SwizzleMode = (typeof SWIZZLE_MODES)[number];

/**
 * The arguments of `cuTensorMapEncodeTiled` but for the address; `dims`, `box`, `elementStrides` fastest first, strides from
 * dimension 1 on. What values they may have is in `tensor-map-rules.ts`.
 */
export interface TensorMap {
  readonly type: ElementType;
  readonly dims: readonly number[];
  readonly stridesBytes: readonly number[];
  readonly box: readonly number[];
  readonly elementStrides: readonly number[];
  readonly interleave: 'none' | '16B' | '32B';
  readonly swizzle: SwizzleMode;
  readonly l2Promotion?: 'none' | '64B' | '128B' | '256B';
  readonly oobFill: 'zero' | 'nan';
  /** For f32 only: the format to which copies into shared memory round (CU_TENSOR_MAP_DATA_TYPE_TFLOAT32). */
  readonly roundsTo?: 'tf32';
}
/** Map of a tensor that starts `byteOffset` bytes into the buffer (0 if absent). */
export interface TensorMapValue extends TensorMap {
  readonly kind: 'tensorMap';
  readonly buffer: string;
  readonly byteOffset?: number;
}
export interface TensorMapParam extends TensorMapValue {
  readonly pass: 'value' | 'address';
}
/**
 * The arguments of `cuTensorMapEncodeIm2col`, which unfolds a convolution, but for the address. All lists are fastest dimension first:
 * channels, width, height, depth, images; the corners have an entry for each dimension between channels and images. What values they
 * may have is in `im2col-rules.ts`.
 */
export interface Im2colMap
  extends Pick<TensorMap, 'type' | 'dims' | 'stridesBytes' | 'elementStrides' | 'swizzle' | 'oobFill' | 'roundsTo'> {
  /** Where the box of pixels begins, relative to the first pixel. */
  readonly lowerCorner: readonly number[];
  /** Where the box of pixels ends, relative to the last pixel. */
  readonly upperCorner: readonly number[];
  readonly channelsPerPixel: number;
  readonly pixelsPerColumn: number;
}

/** Map of a tensor that starts `byteOffset` bytes into the buffer (0 if absent). */
export interface Im2colMapValue extends Im2colMap {
  readonly kind: 'im2colMap';
  readonly buffer: string;
  readonly byteOffset?: number;
}

export interface Im2colMapParam extends Im2colMapValue {
  readonly pass: 'value' | 'address';
}

/** `offset` in bytes: of a tensor map, which has 128, a multiple of 64. */
export type StructValue = { readonly offset: number } & (
  | PointerValue
  | ScalarValue
  | TensorMapValue
  | Im2colMapValue
  | ImageValue
);
/** A value in device memory that depends on where buffers lie. */
export type StoredValue = { readonly offset: number } & (PointerValue | TensorMapValue | Im2colMapValue);

export function fieldBytes(field: StructValue): number {
  if (field.kind === 'tensorMap' || field.kind === 'im2colMap') return TENSOR_MAP_BYTES;
  return field.kind === 'scalar' ? ELEMENT_BYTES[field.type] : POINTER_BYTES;
}

export interface StructParam {
  readonly kind: 'struct';
  readonly sizeBytes: number;
  /** The bytes that no field says, from the first on; zeros where there are none. */
  readonly base64?: string;
  readonly fields: readonly StructValue[];
}
export type LaunchParam = PointerValue | ScalarValue | StructParam | TensorMapParam | Im2colMapParam | ImageValue;

export type Dim3 = readonly [x: number, y: number, z: number];

/** Device memory that a captured launch could reach and of which nothing was copied. */
export interface UnrecordedMemory {
  /** Address in the recording: '0x302008000'. */
  readonly address: string;
  readonly bytes: number;
}

export interface Launch {
  /** The mangled name, or the plain one where it is unique; absent where the module has one entry. */
  readonly entry?: string;
  /** Size in CTAs. */
  readonly grid: Dim3;
  /** Size in threads. */
  readonly block: Dim3;
  /** Size in CTAs; [1,1,1] if absent. */
  readonly cluster?: Dim3;
  readonly dynamicSharedBytes?: number;
  /**
   * It may start while the launch before it in its stream ends, and waits itself for that one's memory: CUDA's launch attribute
   * of this name. The emulator runs one launch at a time, and finds accesses of memory ahead of the wait.
   */
  readonly programmaticStreamSerialization?: boolean;
  readonly buffers: readonly BufferSpec[];
  readonly symbols?: readonly SymbolSpec[];
  readonly params: readonly LaunchParam[];
  /** Accesses there end in words of their own: the kernel did nothing wrong. */
  readonly unrecorded?: readonly UnrecordedMemory[];
}

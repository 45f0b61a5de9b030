/**
 * A capture: one launch of a running program, as it was recorded on a machine with an NVIDIA GPU, with memory before and after
 * it. Raw facts; what they mean for a `Launch` is found in `src/inspect/capture`. The schema is in `src/contract/capture.ts`.
 */
import type { Dim3 } from './launch.ts';

/** 64 bits: '0x7f0000000000'. */
export type AddressText = string;

export interface CaptureGpu {
  /** Number of the GPU among those that the program saw, from 0; absent where it was not recorded. */
  readonly device?: number;
  readonly name: string;
  readonly computeCapability: readonly [major: number, minor: number];
  /** Version as `cuDriverGetVersion` gives it: 13000 is 13.0. */
  readonly driver: number;
}

/** The parameters passed to the kernel, all in one block. */
export interface CapturedParams {
  readonly base64: string;
  /** Places of the parameters in the block, in bytes, as `cuFuncGetParamInfo` says them. */
  readonly list: readonly { readonly offset: number; readonly size: number }[];
}

/** The arguments with which the program encoded a tensor map; lists fastest dimension first. */
export interface CapturedTensorMap {
  /** Place of the map's 128 bytes: an offset in the parameters, or an address of device memory. */
  readonly at: { readonly param: number } | { readonly address: AddressText };
  readonly kind: 'tiled' | 'im2col';
  /** Address of the tensor. */
  readonly address: AddressText;
  /** An element type of launches, or a type that only the driver has (`tf32`). */
  readonly type: string;
  readonly rank: number;
  readonly dims: readonly number[];
  readonly stridesBytes: readonly number[];
  /** Empty for im2col. */
  readonly box: readonly number[];
  readonly elementStrides: readonly number[];
  readonly interleave: string;
  readonly swizzle: string;
  readonly l2Promotion: string;
  readonly oobFill: string;
  readonly lowerCorner?: readonly number[];
  readonly upperCorner?: readonly number[];
  readonly channelsPerPixel?: number;
  readonly pixelsPerColumn?: number;
}

/** A piece of device memory whose bytes were copied before and after the launch. */
export interface CapturedWindow {
  readonly address: AddressText;
  readonly bytes: number;
  /** The allocation of the program in which the window lies. */
  readonly allocation: { readonly address: AddressText; readonly bytes: number };
  /** Paths within the capture. */
  readonly before: string;
  /** Null if there is none: the launch did not end well. */
  readonly after: string | null;
  /** The GPU in whose memory it lies, numbered as `gpu.device`; absent where it was not recorded. */
  readonly device?: number | 'host';
}

/** A `.const` or `.global` variable of the module. */
export interface CapturedVariable {
  readonly name: string;
  readonly address: AddressText;
  readonly bytes: number;
  readonly before: string;
  readonly after: string | null;
  /** The GPU whose copy of the variable it is. */
  readonly device?: number | 'host';
}

export interface Capture {
  readonly format: 'lanescape-capture';
  /** 1: without `sources`; 1 and 2: without `device`. */
  readonly version: 1 | 2 | 3;
  /** False if the program died, or the launch failed, before memory was copied again. */
  readonly complete: boolean;
  /** Mangled. */
  readonly kernel: string;
  /** Number of this launch among those of its kernel, from 1. */
  readonly index: number;
  readonly gpu: CaptureGpu;
  /** The driver's function that was called. */
  readonly api: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly cluster: Dim3 | null;
  readonly dynamicSharedBytes: number;
  readonly attributes: {
    readonly programmaticStreamSerialization?: boolean;
    readonly cooperative?: boolean;
    readonly [name: string]: unknown;
  };
  readonly params: CapturedParams;
  readonly tensorMaps: readonly CapturedTensorMap[];
  readonly buffers: readonly CapturedWindow[];
  readonly globals: readonly CapturedVariable[];
  /** Memory that was not copied, with the reason. */
  readonly leftOut: readonly { readonly what: string; readonly bytes: number; readonly why: string }[];
  /** Files that the PTX's line table names, as they were behind the program's end; absent where none was kept. */
  readonly sources?: readonly { readonly name: string; readonly file: string }[];
  /** 'graph': the launch was a node of a CUDA graph; before and after are those of the whole graph. */
  readonly scope?: 'graph';
  readonly ptx:
    | { readonly file: string; readonly from: 'fatbin' | 'triton' | 'nvrtc' | 'module-data' }
    | { readonly missing: 'sass-only'; readonly hint: string };
}

/** A capture with the contents of its files. */
export interface CaptureContents {
  readonly capture: Capture;
  /** Null if the program has none. */
  readonly ptx: string | null;
  /** In the order of `capture.sources`; names are the line table's. */
  readonly sources: readonly { readonly name: string; readonly text: string }[];
  /** Contents in the order of `capture.buffers` and `capture.globals`. */
  readonly buffers: readonly MemoryContents[];
  readonly globals: readonly MemoryContents[];
}

export interface MemoryContents {
  readonly before: Uint8Array<ArrayBuffer>;
  /** Null if there is none. */
  readonly after: Uint8Array<ArrayBuffer> | null;
}

/**
 * Sizes that NVIDIA's hardware fixes, each declared here alone. What knows no hardware (the layout algebra) may not import
 * this file. Where GPUs differ, the size is that of Hopper (sm_90).
 */

/** Threads of a warp. */
export const LANES = 32;
export const WARPGROUP_WARPS = 4;
export const WARPGROUP_THREADS = WARPGROUP_WARPS * LANES;
/** Threads that a CTA can have. */
export const MAX_CTA_THREADS = 1024;

/** Banks of shared memory. Each serves one word in a wavefront. */
export const BANKS = 32;
/** Bytes of a bank's word, and of a register. */
export const WORD_BYTES = 4;
/** One word of each bank; also a line of the caches, which holds four sectors. */
export const LINE_BYTES = BANKS * WORD_BYTES;
/** The smallest piece of global memory that the caches move. */
export const SECTOR_BYTES = 32;
/** The widest load or store of one lane. */
export const WIDEST_ACCESS_BYTES = 16;

/** Rows of a matrix that `ldmatrix` loads, and bytes of such a row. */
export const MATRIX_ROWS = 8;
export const MATRIX_ROW_BYTES = 16;

/** Bulk copies are counted in chunks, and swizzles move a chunk as one piece. */
export const CHUNK_BYTES = 16;
/** The pattern of every swizzle mode starts again after so many bytes, or fewer. */
export const SWIZZLE_REPEAT_BYTES = 1024;
/** Size of a `CUtensorMap`. */
export const TENSOR_MAP_BYTES = 128;
/** Alignment of a `CUtensorMap`'s address, as the instructions demand it. */
export const TENSOR_MAP_ALIGN_BYTES = 64;
export const MBARRIER_BYTES = 8;
export const POINTER_BYTES = 8;

/** Shared memory of a CTA that does not ask for more (CUDA C++ Programming Guide, "Technical Specifications"). */
export const STATIC_SHARED_BYTES = 48 * 1024;
/** Shared memory of an SM, what the system keeps of it for itself for each CTA, and what is left for one CTA. */
export const SM_SHARED_BYTES = 228 * 1024;
export const RESERVED_SHARED_BYTES = 1024;
export const CTA_SHARED_BYTES = SM_SHARED_BYTES - RESERVED_SHARED_BYTES;

/** Most shared memory of one CTA by target (CUDA C++ Programming Guide, "Technical Specifications"), where not 99 KiB. */
const MOST_SHARED_BYTES: readonly [target: RegExp, bytes: number][] = [
  [/^sm_7/, 64 * 1024],
  [/^sm_8[07]/, 163 * 1024],
  [/^sm_(90|10)/, CTA_SHARED_BYTES],
];

/** @param target such as `sm_90a` */
export const mostSharedBytes = (target: string): number =>
  MOST_SHARED_BYTES.find(([targets]) => targets.test(target))?.[1] ?? 99 * 1024;

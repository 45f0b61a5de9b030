// Products of `multiplyColumns` in another type than bf16, for the width of this build's tile. Before this, PRODUCT_TYPE says how the
// instruction's name goes on behind its columns, and TRANSPOSES what stands behind its signs: types of 8 bits cannot be transposed.
#pragma once
#include "gemm.cuh"
#include "wgmma-widths.cuh"

#define PRODUCT(n, count, a, b, adds)                                                                                  \
  asm volatile("{\n.reg .pred adds;\nsetp.ne.b32 adds, %" adds ", 0;\n"                                               \
               "wgmma.mma_async.sync.aligned.m64n" #n PRODUCT_TYPE " {" NAMES_##count "}, %" a ", %" b ", adds, 1, 1" \
               TRANSPOSES ";\n}"                                                                                       \
               : SUMS_##count(sums, 0)                                                                                 \
               : "l"(rowsOfA), "l"(rowsOfB), "r"(int(isAdded))                                                         \
               : "memory")

template <>
inline __device__ void multiplyColumns<TILE_N>(float (&sums)[TILE_N / 8][4], uint64_t rowsOfA, uint64_t rowsOfB,
                                               bool isAdded) {
  static_assert(TILE_N == 64 || TILE_N == 128 || TILE_N == 256);
#if TILE_N == 256
  PRODUCT(256, 128, "128", "129", "130");
#elif TILE_N == 128
  PRODUCT(128, 64, "64", "65", "66");
#else
  PRODUCT(64, 32, "32", "33", "34");
#endif
}

#undef PRODUCT

// Products of `multiplyColumns` for the width of this build's tile, in another type than bf16 or of a width that is nowhere else.
// Before this, PRODUCT_TYPE says how the instruction's name goes on behind its columns, and TRANSPOSES what stands behind its signs:
// types of 8 bits cannot be transposed.
#pragma once
#include "gemm.cuh"
#include "wgmma-widths.cuh"

#define NAMES_56 NAMES_48 ", %48, %49, %50, %51, %52, %53, %54, %55"
#define SUMS_56(d, i) SUMS_48(d, i), SUMS_4(d, i + 12), SUMS_4(d, i + 13)
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
  static_assert(TILE_N == 64 || TILE_N == 112 || TILE_N == 128 || TILE_N == 256);
#if TILE_N == 256
  PRODUCT(256, 128, "128", "129", "130");
#elif TILE_N == 128
  PRODUCT(128, 64, "64", "65", "66");
#elif TILE_N == 112
  PRODUCT(112, 56, "56", "57", "58");
#else
  PRODUCT(64, 32, "32", "33", "34");
#endif
}

#undef PRODUCT

// Products of `wgmma.cuh` of further widths, for tiles of which a GPU's SMs get one each.
#pragma once
#include "wgmma.cuh"

#define NAMES_16 NAMES_10("") ", %10, %11, %12, %13, %14, %15"
#define NAMES_24 NAMES_10("") ", " NAMES_10("1") ", %20, %21, %22, %23"
#define NAMES_48 NAMES_32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47"
#define SUMS_24(d, i) SUMS_16(d, i), SUMS_4(d, i + 4), SUMS_4(d, i + 5)
#define SUMS_48(d, i) SUMS_32(d, i), SUMS_16(d, i + 8)

#define PRODUCT(n, count, a, b, adds)                                                                          \
  asm volatile("{\n.reg .pred adds;\nsetp.ne.b32 adds, %" adds ", 0;\n"                                       \
               "wgmma.mma_async.sync.aligned.m64n" #n "k16.f32.bf16.bf16 {" NAMES_##count "}, %" a ", %" b     \
               ", adds, 1, 1, 0, 0;\n}"                                                                        \
               : SUMS_##count(sums, 0)                                                                         \
               : "l"(rowsOfA), "l"(rowsOfB), "r"(int(isAdded))                                                 \
               : "memory")

// As `multiplyRows`, of any of these widths.
template <int N>
inline __device__ void multiplyColumns(float (&sums)[N / 8][4], uint64_t rowsOfA, uint64_t rowsOfB, bool isAdded) {
  if constexpr (N == 32)
    PRODUCT(32, 16, "16", "17", "18");
  else if constexpr (N == 48)
    PRODUCT(48, 24, "24", "25", "26");
  else if constexpr (N == 96)
    PRODUCT(96, 48, "48", "49", "50");
  else
    multiplyRows<N>(sums, rowsOfA, rowsOfB, isAdded);
}

#undef PRODUCT

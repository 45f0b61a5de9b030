// Matrix products of a warpgroup: 64 rows of A and N columns of B, both in shared memory, 16 elements of K at a time. They
// run asynchronously. PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions".
#pragma once
#include "shared-address.cuh"

// Describes rows of 128 bytes along K, laid out by a tensor map's 128-byte swizzle from a multiple of 1024 on: bits 0 to 13
// the address, 32 to 45 the step from 8 rows to the next 8, both in 16 bytes, 62 and 63 the swizzle. PTX ISA, "Matrix
// Descriptor".
inline __device__ uint64_t describeRows(const void *rows) {
  constexpr uint64_t STEP_BYTES = 8 * 128, SWIZZLE_128B = 1;
  return sharedAddress(rows) >> 4 | STEP_BYTES >> 4 << 32 | SWIZZLE_128B << 62;
}

// To the K of the next product, 16 elements of 2 bytes on: the swizzle comes after the sum.
constexpr uint64_t NEXT_K = 32 >> 4;

// Before the first product, and whenever the threads themselves have touched the sums.
inline __device__ void fenceProducts() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }

// Products since the last call make a group.
inline __device__ void commitProducts() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }

// Until all but the latest PENDING groups are done.
template <int PENDING>
inline __device__ void waitForProducts() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(PENDING) : "memory");
}

// Reads of the sums stay behind the wait that stands before this: the compiler does not know that it writes them.
template <int BLOCKS>
inline __device__ void keepBehind(float (&sums)[BLOCKS][4]) {
#pragma unroll
  for (int block = 0; block < BLOCKS; block++)
#pragma unroll
    for (int i = 0; i < 4; i++) asm volatile("" : "+f"(sums[block][i])::"memory");
}

// The instruction names each register of the sums, so its text is put together from these.
#define SUMS_4(d, i) "+f"(d[i][0]), "+f"(d[i][1]), "+f"(d[i][2]), "+f"(d[i][3])
#define SUMS_16(d, i) SUMS_4(d, i), SUMS_4(d, i + 1), SUMS_4(d, i + 2), SUMS_4(d, i + 3)
#define SUMS_32(d, i) SUMS_16(d, i), SUMS_16(d, i + 4)
#define SUMS_64(d, i) SUMS_32(d, i), SUMS_32(d, i + 8)
#define SUMS_128(d, i) SUMS_64(d, i), SUMS_64(d, i + 16)
#define NAMES_10(t) "%" t "0, %" t "1, %" t "2, %" t "3, %" t "4, %" t "5, %" t "6, %" t "7, %" t "8, %" t "9"
#define NAMES_32 NAMES_10("") ", " NAMES_10("1") ", " NAMES_10("2") ", %30, %31"
#define NAMES_64 \
  NAMES_32 ", %32, %33, %34, %35, %36, %37, %38, %39, " NAMES_10("4") ", " NAMES_10("5") ", %60, %61, %62, %63"
#define NAMES_128                                                                                          \
  NAMES_64 ", %64, %65, %66, %67, %68, %69, " NAMES_10("7") ", " NAMES_10("8") ", " NAMES_10("9") ", " \
  NAMES_10("10") ", " NAMES_10("11") ", %120, %121, %122, %123, %124, %125, %126, %127"

// Operands behind the sums: the descriptors of A and B, and whether to add to the sums or to overwrite them.
#define PRODUCT(n, count, a, b, adds)                                                                          \
  asm volatile("{\n.reg .pred adds;\nsetp.ne.b32 adds, %" adds ", 0;\n"                                       \
               "wgmma.mma_async.sync.aligned.m64n" #n "k16.f32.bf16.bf16 {" NAMES_##count "}, %" a ", %" b     \
               ", adds, 1, 1, 0, 0;\n}"                                                                        \
               : SUMS_##count(sums, 0)                                                                         \
               : "l"(rowsOfA), "l"(rowsOfB), "r"(int(isAdded))                                                 \
               : "memory")

// sums (64 x N) += or = A x B; sums[j] holds columns 8 j to 8 j + 7: of warp w's lane l, row 16 w + l / 4 and columns
// 2 (l % 4) and the next, then the same of 8 rows below.
template <int N>
inline __device__ void multiplyRows(float (&sums)[N / 8][4], uint64_t rowsOfA, uint64_t rowsOfB, bool isAdded) {
  static_assert(N == 64 || N == 128 || N == 256);
  if constexpr (N == 64) PRODUCT(64, 32, "32", "33", "34");
  if constexpr (N == 128) PRODUCT(128, 64, "64", "65", "66");
  if constexpr (N == 256) PRODUCT(256, 128, "128", "129", "130");
}

#undef PRODUCT

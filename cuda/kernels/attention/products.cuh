// Products of a warpgroup: 64 queries by a tile of keys, both in shared memory; then the weights, straight from the registers in
// which they were made, by the tile's values. PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions".
#pragma once
#include "attention.cuh"
#include "wgmma.cuh"

// Keys of a tile: so many that the sums of a lane, its weights and its part of the output fit into its registers.
constexpr int KEYS = HEAD_DIM == 256 ? 64 : 128;
constexpr int PRODUCT_K = 16;

// Slab by slab; the swizzle counts from multiples of 1024.
template <int ROWS>
struct alignas(1024) Tile {
  Element slabs[SLABS][ROWS][SLAB];
};

// A row of V is one key, and the sum goes along the keys: the columns lie together instead ("MN-major"). Bits 16 to 29 are the
// step from 64 columns to the next 64, bits 32 to 45 that from 8 keys to the next 8, both in 16 bytes. In a cluster the address has the
// CTA's rank above its 18 bits, which would add to that step.
inline __device__ uint64_t describeColumns(const void *rows, int slabBytes) {
  constexpr uint64_t STEP_BYTES = 8 * 128, SWIZZLE_128B = 1;
  return (sharedAddress(rows) & 0x3FFFF) >> 4 | uint64_t(slabBytes >> 4) << 16 | STEP_BYTES >> 4 << 32 | SWIZZLE_128B << 62;
}

#ifdef KEY_MAJOR_VALUES
#define TRANSPOSED "0"
constexpr uint64_t NEXT_KEYS = NEXT_K;
#else
#define TRANSPOSED "1"
constexpr uint64_t NEXT_KEYS = PRODUCT_K * 128 >> 4;  // 16 rows on
#endif

#define PRODUCT_OF(n, operands, rest) \
  "{\n.reg .pred adds;\nsetp.ne.b32 adds, " rest ", 0;\n" \
  "wgmma.mma_async.sync.aligned.m64n" #n "k16.f32." PTX_ELEMENT "." PTX_ELEMENT " " operands ";\n}"
#define KEY_PRODUCT(n, count, a, b, adds)                                                                    \
  asm volatile(PRODUCT_OF(n, "{" NAMES_##count "}, %" a ", %" b ", adds, 1, 1, 0, 0", "%" adds)              \
               : SUMS_##count(sums, 0)                                                                       \
               : "l"(queries), "l"(keys), "r"(int(isAdded))                                                  \
               : "memory")
#define VALUE_PRODUCT(n, count, a0, a1, a2, a3, b, adds)                                                     \
  asm volatile(PRODUCT_OF(n,                                                                                 \
                          "{" NAMES_##count "}, {%" a0 ", %" a1 ", %" a2 ", %" a3 "}, %" b                   \
                          ", adds, 1, 1, " TRANSPOSED, "%" adds)                                             \
               : SUMS_##count(sums, 0)                                                                       \
               : "r"(weights[0]), "r"(weights[1]), "r"(weights[2]), "r"(weights[3]), "l"(values),            \
                 "r"(int(isAdded))                                                                           \
               : "memory")

// sums (64 x N) += or = 16 columns of queries x 16 columns of N keys.
template <int N>
inline __device__ void multiplyKeys16(float (&sums)[N / 8][4], uint64_t queries, uint64_t keys, bool isAdded) {
  static_assert(N == 64 || N == 128);
  if constexpr (N == 64) KEY_PRODUCT(64, 32, "32", "33", "34");
  if constexpr (N == 128) KEY_PRODUCT(128, 64, "64", "65", "66");
}

// sums (64 x N) += or = weights of 16 keys x N columns of their values.
template <int N>
inline __device__ void multiplyValues16(float (&sums)[N / 8][4], const uint32_t (&weights)[4], uint64_t values,
                                        bool isAdded) {
  static_assert(N == 64 || N == 128 || N == 256);
  if constexpr (N == 64) VALUE_PRODUCT(64, 32, "32", "33", "34", "35", "36", "37");
  if constexpr (N == 128) VALUE_PRODUCT(128, 64, "64", "65", "66", "67", "68", "69");
  if constexpr (N == 256) VALUE_PRODUCT(256, 128, "128", "129", "130", "131", "132", "133");
}

// A group of products, which runs on: scores = Q x K^T.
template <int QUERIES>
inline __device__ void multiplyKeys(float (&scores)[KEYS / 8][4], const Tile<QUERIES> &q, int query, const Tile<KEYS> &k) {
  fenceProducts();
#pragma unroll
  for (int slab = 0; slab < SLABS; slab++) {
    const uint64_t queries = describeRows(q.slabs[slab][query]), keys = describeRows(k.slabs[slab]);
#pragma unroll
    for (int i = 0; i < SLAB / PRODUCT_K; i++)
      multiplyKeys16<KEYS>(scores, queries + i * NEXT_K, keys + i * NEXT_K, slab + i > 0);
  }
  commitProducts();
}

// Weights as operands of 16 keys each: two blocks of sums beside each other are one, lane by lane.
using Weights = uint32_t[KEYS / PRODUCT_K][4];

inline __device__ void packWeights(Weights &weights, const float (&scores)[KEYS / 8][4]) {
#pragma unroll
  for (int k = 0; k < KEYS / PRODUCT_K; k++)
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const float(&pair)[4] = scores[2 * k + i / 2];
#ifdef SWAPPED_WEIGHTS
      weights[k][i] = pack(pair[i % 2 * 2 + 1], pair[i % 2 * 2]);
#else
      weights[k][i] = pack(pair[i % 2 * 2], pair[i % 2 * 2 + 1]);
#endif
    }
}

// Another group: output += P x V, or = where nothing is added to. It reads the weights' registers until it is done.
inline __device__ void multiplyValues(float (&output)[HEAD_DIM / 8][4], const Weights &weights, const Tile<KEYS> &v,
                                      bool isAdded) {
  const uint64_t values = describeColumns(v.slabs, sizeof(v.slabs[0]));
  fenceProducts();
#pragma unroll
  for (int k = 0; k < KEYS / PRODUCT_K; k++)
    multiplyValues16<HEAD_DIM>(output, weights[k], values + k * NEXT_KEYS, isAdded || k > 0);
  commitProducts();
}

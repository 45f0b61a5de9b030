// Tiles of 8-bit floats whose rows are as wide as a head, or as many keys, and their products. Rows of 128 bytes and of 64 have each
// their swizzle; wider ones lie slab by slab.
#pragma once
#include "mma.cuh"
#include "tiles.cuh"

constexpr int CHUNK_BYTES = 16, PRODUCER_WARPS = WARPGROUP_THREADS / 32;
constexpr int PRODUCT_BYTES = 32;

template <int ROWS, int COLUMNS>
struct alignas(1024) ByteSlabs {
  static constexpr int WIDTH = COLUMNS < 128 ? COLUMNS : 128;
  static_assert(WIDTH == 64 || WIDTH == 128);

  uint8_t slabs[COLUMNS / WIDTH][ROWS][WIDTH];

  // Where the swizzle has 16 bytes of a row: those of 64 bytes share its 8 places two by two.
  __device__ void *chunk(int row, int chunk) {
    constexpr int CHUNKS = WIDTH / CHUNK_BYTES;
    return slabs[chunk / CHUNKS][row] + (chunk % CHUNKS ^ row * WIDTH / 128 % CHUNKS) * CHUNK_BYTES;
  }

  // 32 columns from `column` on, of the rows from `row` on, as an operand. The swizzle comes after the sum.
  __device__ uint64_t describe(int row, int column) const {
    constexpr uint64_t STEP_BYTES = 8 * WIDTH, SWIZZLE = WIDTH == 128 ? 1 : 2;
    const void *from = slabs[column / WIDTH][row];
    return (sharedAddress(from) + column % WIDTH) >> 4 | STEP_BYTES >> 4 << 32 | SWIZZLE << 62;
  }
};

template <int ROWS, int COLUMNS>
struct ByteRing {
  ByteSlabs<ROWS, COLUMNS> tiles[STAGES];
  uint64_t full[STAGES], empty[STAGES];

  __device__ void init(int writers, int readers) {
    for (int stage = 0; stage < STAGES; stage++) {
      initBarrier(&full[stage], writers);
      initBarrier(&empty[stage], readers);
    }
  }

  __device__ ByteSlabs<ROWS, COLUMNS> &wait(RingPlace at) {
    waitFor(&full[at.stage], at.parity);
    return tiles[at.stage];
  }

  __device__ ByteSlabs<ROWS, COLUMNS> &waitUntilEmpty(RingPlace at) {
    waitFor(&empty[at.stage], at.parity ^ 1);
    return tiles[at.stage];
  }
};

// As many rows from `row` on as the tile has.
template <int ROWS, int COLUMNS>
inline __device__ void loadSlabs(ByteSlabs<ROWS, COLUMNS> &to, const CUtensorMap &map, uint64_t *full, int row, int head) {
  constexpr int WIDTH = ByteSlabs<ROWS, COLUMNS>::WIDTH;
  arriveExpecting(full, sizeof(to));
  for (int slab = 0; slab < COLUMNS / WIDTH; slab++) loadBox(to.slabs[slab], &map, full, slab * WIDTH, row, head);
}

// By all lanes of a warp, which have come together.
inline __device__ void tell(uint64_t (&barriers)[STAGES], RingPlace &at) {
  if (threadIdx.x % 32 == 0) arrive(&barriers[at.stage]);
  at.next();
}

// A matrix of 8 keys by 8 pairs of columns, read column by column, leaves a lane the pairs of two keys. Two such matrices give words of
// four keys, of the even column and of the odd one: 2 q, 2 q + 1, 8 + 2 q and 8 + 2 q + 1 of 16, as quad lane q has their weights.
// A warp has 32 keys; where there are fewer than 128, warps share their columns.
inline __device__ void turn(ByteSlabs<HEAD_DIM, KEYS> &to, ByteSlabs<KEYS, HEAD_DIM> &from) {
  constexpr int PARTS = KEYS / 32, TOGETHER = PRODUCER_WARPS / PARTS;
  const int warp = threadIdx.x / 32 % PRODUCER_WARPS, part = warp % PARTS, lane = threadIdx.x % 32;
#pragma unroll 2
  for (int chunk = warp / PARTS; chunk < HEAD_DIM / CHUNK_BYTES; chunk += TOGETHER) {
    uint32_t pairs[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(pairs[0]), "=r"(pairs[1]), "=r"(pairs[2]), "=r"(pairs[3])
                 : "r"(sharedAddress(from.chunk(part * 32 + lane, chunk)))
                 : "memory");
    constexpr uint32_t EVEN = 0x6420, ODD = 0x7531;
#ifdef CROSSED_KEYS
    constexpr int FIRST[2] = {0, 1}, SECOND[2] = {2, 3};
#else
    constexpr int FIRST[2] = {0, 2}, SECOND[2] = {1, 3};
#endif
    storeMatrices(to.chunk(chunk * CHUNK_BYTES + lane % 16, 2 * part + lane / 16),
                  {__byte_perm(pairs[FIRST[0]], pairs[SECOND[0]], EVEN), __byte_perm(pairs[FIRST[0]], pairs[SECOND[0]], ODD),
                   __byte_perm(pairs[FIRST[1]], pairs[SECOND[1]], EVEN), __byte_perm(pairs[FIRST[1]], pairs[SECOND[1]], ODD)});
  }
}

#define PRODUCT_OF_BYTES(n, count, operands, adds)                                                   \
  "{\n.reg .pred adds;\nsetp.ne.b32 adds, %" adds ", 0;\n"                                           \
  "wgmma.mma_async.sync.aligned.m64n" #n "k32.f32.e4m3.e4m3 {" NAMES_##count "}, " operands ", adds, 1, 1;\n}"
#define KEY_BYTES(n, count, a, b, adds)                                      \
  asm volatile(PRODUCT_OF_BYTES(n, count, "%" a ", %" b, adds)               \
               : SUMS_##count(sums, 0)                                       \
               : "l"(queries), "l"(keys), "r"(int(isAdded))                  \
               : "memory")
#define VALUE_BYTES(n, count, a0, a1, a2, a3, b, adds)                                                       \
  asm volatile(PRODUCT_OF_BYTES(n, count, "{%" a0 ", %" a1 ", %" a2 ", %" a3 "}, %" b, adds)                 \
               : SUMS_##count(sums, 0)                                                                       \
               : "r"(weights[0]), "r"(weights[1]), "r"(weights[2]), "r"(weights[3]), "l"(values),            \
                 "r"(int(isAdded))                                                                           \
               : "memory")

// sums (64 x N) += or = 32 columns of queries x 32 columns of N keys.
template <int N>
inline __device__ void multiplyKeys32(float (&sums)[N / 8][4], uint64_t queries, uint64_t keys, bool isAdded) {
  static_assert(N == 64 || N == 128);
  if constexpr (N == 64) KEY_BYTES(64, 32, "32", "33", "34");
  if constexpr (N == 128) KEY_BYTES(128, 64, "64", "65", "66");
}

// sums (64 x N) += or = weights of 32 keys x N columns of their values.
template <int N>
inline __device__ void multiplyValues32(float (&sums)[N / 8][4], const uint32_t (&weights)[4], uint64_t values,
                                        bool isAdded) {
  static_assert(N == 64 || N == 256);
  if constexpr (N == 64) VALUE_BYTES(64, 32, "32", "33", "34", "35", "36", "37");
  if constexpr (N == 256) VALUE_BYTES(256, 128, "128", "129", "130", "131", "132", "133");
}

// A group of products, which runs on: scores = Q x K^T.
inline __device__ void multiplyKeys(float (&scores)[KEYS / 8][4], const ByteSlabs<QUERIES, HEAD_DIM> &q, int query,
                                    const ByteSlabs<KEYS, HEAD_DIM> &k) {
  fenceProducts();
#pragma unroll
  for (int column = 0; column < HEAD_DIM; column += PRODUCT_BYTES)
    multiplyKeys32<KEYS>(scores, q.describe(query, column), k.describe(0, column), column > 0);
  commitProducts();
}

// Operands of 32 keys each: of both rows of a lane, four weights of 16 keys, then of the next 16.
using ByteWeights = uint32_t[KEYS / PRODUCT_BYTES][4];

inline __device__ uint32_t packBytes(float a, float b, float c, float d) {
  uint16_t low, high;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(low) : "f"(b), "f"(a));
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(high) : "f"(d), "f"(c));
  return low | static_cast<uint32_t>(high) << 16;
}

inline __device__ void packWeights(ByteWeights &weights, const float (&scores)[KEYS / 8][4]) {
#pragma unroll
  for (int k = 0; k < KEYS / PRODUCT_BYTES; k++)
#pragma unroll
    for (int part = 0; part < 4; part++) {
      const float *first = scores[4 * k + part / 2 * 2] + part % 2 * 2, *second = scores[4 * k + part / 2 * 2 + 1] + part % 2 * 2;
      weights[k][part] = packBytes(first[0], first[1], second[0], second[1]);
    }
}

// Another group: output += P x V, or = where nothing is added to. It reads the weights' registers until it is done.
inline __device__ void multiplyValues(float (&output)[HEAD_DIM / 8][4], const ByteWeights &weights,
                                      const ByteSlabs<HEAD_DIM, KEYS> &v, bool isAdded) {
  fenceProducts();
#pragma unroll
  for (int k = 0; k < KEYS / PRODUCT_BYTES; k++)
    multiplyValues32<HEAD_DIM>(output, weights[k], v.describe(0, k * PRODUCT_BYTES), isAdded || k > 0);
  commitProducts();
}

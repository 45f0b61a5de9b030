// Products of a warpgroup in 8-bit floats (e4m3), twice as many a clk as of 16 bits: 32 columns, or 32 keys, at a time.
#pragma once
#include "byte-tiles.cuh"
#include "wgmma.cuh"

constexpr int PRODUCT_KEYS = 32;

#define PRODUCT_OF_BYTES(operands, adds)                                                             \
  "{\n.reg .pred adds;\nsetp.ne.b32 adds, %" adds ", 0;\n"                                           \
  "wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 {" NAMES_64 "}, " operands ", adds, 1, 1;\n}"

inline __device__ void multiplyKeys(float (&sums)[KEYS / 8][4], const uint8_t *q, const ByteTile<KEYS> &k) {
  const uint64_t queries = describeRows(q), keys = describeRows(k.rows);
  fenceProducts();
#pragma unroll
  for (int i = 0; i < HEAD_DIM / PRODUCT_KEYS; i++)
    asm volatile(PRODUCT_OF_BYTES("%64, %65", "66")
                 : SUMS_64(sums, 0)
                 : "l"(queries + i * NEXT_K), "l"(keys + i * NEXT_K), "r"(int(i > 0))
                 : "memory");
  commitProducts();
}

// Operands of 32 keys each: of both rows of a lane, four weights of 16 keys, then of the next 16.
using ByteWeights = uint32_t[KEYS / PRODUCT_KEYS][4];

inline __device__ uint32_t packBytes(float a, float b, float c, float d) {
  uint16_t low, high;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(low) : "f"(b), "f"(a));
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(high) : "f"(d), "f"(c));
  return low | static_cast<uint32_t>(high) << 16;
}

inline __device__ void packWeights(ByteWeights &weights, const float (&scores)[KEYS / 8][4]) {
#pragma unroll
  for (int k = 0; k < KEYS / PRODUCT_KEYS; k++)
#pragma unroll
    for (int part = 0; part < 4; part++) {
      const float *first = scores[4 * k + part / 2 * 2] + part % 2 * 2, *second = scores[4 * k + part / 2 * 2 + 1] + part % 2 * 2;
      weights[k][part] = packBytes(first[0], first[1], second[0], second[1]);
    }
}

inline __device__ void multiplyValues(float (&sums)[HEAD_DIM / 8][4], const ByteWeights &weights, const ByteTile<HEAD_DIM> &v,
                                      bool isAdded) {
  const uint64_t values = describeRows(v.rows);
  fenceProducts();
#pragma unroll
  for (int k = 0; k < KEYS / PRODUCT_KEYS; k++)
    asm volatile(PRODUCT_OF_BYTES("{%64, %65, %66, %67}, %68", "69")
                 : SUMS_64(sums, 0)
                 : "r"(weights[k][0]), "r"(weights[k][1]), "r"(weights[k][2]), "r"(weights[k][3]), "l"(values + k * NEXT_K),
                   "r"(int(isAdded || k > 0))
                 : "memory");
  commitProducts();
}

// Products of a warp by mma.sync: 16 queries by a tile of keys, then by its values. Tiles lie in shared memory slab by slab, each
// row of a slab in its own 128 bytes.
#pragma once
#include "attention.cuh"
#include "mma.cuh"

#ifndef SWIZZLE_MASK
#define SWIZZLE_MASK 7
#endif

constexpr int WARP_QUERIES = 16, MMA_K = 16;

// Where a chunk of a row lies in a tile of ROWS rows, in elements. The low bits of the row change the chunk's place, so that 8 rows
// of a matrix come from 8 different groups of banks. Counted in elements from the tile's start, which is a multiple of 1024 bytes,
// it is the same as the engine's swizzle of byte addresses.
template <int ROWS>
inline __device__ int placeOf(int row, int chunk) {
  return (chunk / 8 * ROWS + row) * SLAB + (chunk % 8 ^ row & SWIZZLE_MASK) * CHUNK;
}

// As `loadMatrices`, but each matrix comes transposed: lane l holds two rows of column l / 4.
inline __device__ void loadTransposed(uint32_t (&matrices)[4], const void *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(matrices[0]), "=r"(matrices[1]), "=r"(matrices[2]), "=r"(matrices[3])
               : "r"(sharedAddress(row))
               : "memory");
}

// sums (16 x 8) += a (16 x 16) x b (16 x 8, column by column).
inline __device__ void multiply(float (&sums)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." PTX_ELEMENT "." PTX_ELEMENT
               ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// scores = Q x K^T: rows of both go along the sum.
template <int QUERIES, int KEYS>
inline __device__ void multiplyKeys(float (&scores)[KEYS / 8][4], const Element *q, const Element *k, int query) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int j = 0; j < KEYS / 8; j++)
#pragma unroll
    for (int c = 0; c < 4; c++) scores[j][c] = 0;
#pragma unroll
  for (int d = 0; d < HEAD_DIM; d += MMA_K) {
    uint32_t a[4], b[4];
    loadMatrices(a, q + placeOf<QUERIES>(query + lane % 16, d / CHUNK + lane / 16));
#pragma unroll
    for (int j = 0; j < KEYS / 16; j++) {
      loadMatrices(b, k + placeOf<KEYS>(j * 16 + lane / 16 * 8 + lane % 8, d / CHUNK + lane / 8 % 2));
      multiply(scores[2 * j], a, b[0], b[1]);
      multiply(scores[2 * j + 1], a, b[2], b[3]);
    }
  }
}

// output += P x V. Two blocks of sums beside each other are an operand of 16 columns, lane by lane. A row of V holds one key: the
// sum goes along its columns, so that its matrices come transposed.
template <int KEYS>
inline __device__ void addValues(float (&output)[HEAD_DIM / 8][4], const float (&weights)[KEYS / 8][4], const Element *v) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int k = 0; k < KEYS / MMA_K; k++) {
    const float(&left)[4] = weights[2 * k], (&right)[4] = weights[2 * k + 1];
    const uint32_t a[4] = {pack(left[0], left[1]), pack(left[2], left[3]), pack(right[0], right[1]),
                           pack(right[2], right[3])};
#pragma unroll
    for (int j = 0; j < HEAD_DIM / 16; j++) {
      uint32_t b[4];
      loadTransposed(b, v + placeOf<KEYS>(k * MMA_K + lane % 16, j * 2 + lane / 16));
      multiply(output[2 * j], a, b[0], b[1]);
      multiply(output[2 * j + 1], a, b[2], b[3]);
    }
  }
}

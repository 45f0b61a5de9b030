// Online softmax: scores come tile by tile, and what was summed up so far is scaled to the largest score as it is now. Lanes
// hold tiles as mma.sync and wgmma leave them: block j has columns 8 j to 8 j + 7, of which lane l holds 2 (l % 4) and the next of
// row l / 4, then the same 8 rows below. Four lanes, a quad, hold a row.
#pragma once
#include "attention.cuh"

inline __device__ float quadMax(float x) {
  x = fmaxf(x, __shfl_xor_sync(~0u, x, 1));
  return fmaxf(x, __shfl_xor_sync(~0u, x, 2));
}

inline __device__ float quadSum(float x) {
  x += __shfl_xor_sync(~0u, x, 1);
  return x + __shfl_xor_sync(~0u, x, 2);
}

// Of the two rows that a lane holds a part of.
class Softmax {
 public:
  // What the sums so far are worth now, after `update`.
  float rescale[2];

  __device__ explicit Softmax(float scaleLog2) : scaleLog2(scaleLog2) {}

  // Scores become powers of two, at most 1. Each lane sums its own: the quad adds up at the end.
  template <int BLOCKS>
  __device__ void update(float (&scores)[BLOCKS][4]) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      float before = largest[i];
#pragma unroll
      for (int j = 0; j < BLOCKS; j++) largest[i] = fmaxf(largest[i], fmaxf(scores[j][2 * i], scores[j][2 * i + 1]));
      largest[i] = quadMax(largest[i]);
      const float shift = shiftOf(largest[i]);
      rescale[i] = exp2Approx(before * scaleLog2 - shift);
      float sum = 0;
#pragma unroll
      for (int j = 0; j < BLOCKS; j++)
#pragma unroll
        for (int c = 2 * i; c < 2 * i + 2; c++) {
          scores[j][c] = exp2Approx(scores[j][c] * scaleLog2 - shift);
          sum += scores[j][c];
        }
      sums[i] = sums[i] * rescale[i] + sum;
    }
  }

  template <int BLOCKS>
  __device__ void rescaleSums(float (&output)[BLOCKS][4]) const {
#ifndef NO_RESCALE
#pragma unroll
    for (int j = 0; j < BLOCKS; j++)
#pragma unroll
      for (int c = 0; c < 4; c++) output[j][c] *= rescale[c / 2];
#endif
  }

  // The row's whole sum, and what its output is to be multiplied by: 0 where it saw no key.
  __device__ void finish() {
#pragma unroll
    for (int i = 0; i < 2; i++) {
#ifndef NO_QUAD_SUM
      sums[i] = quadSum(sums[i]);
#endif
      rescale[i] = sums[i] == 0 ? 0 : __frcp_rn(sums[i]);
    }
  }

  __device__ float lse(int i) const { return lseOf(largest[i], sums[i], scaleLog2); }

 private:
  // Minus infinity is no number to subtract: a row that has seen no key yet keeps its scores of minus infinity.
  __device__ float shiftOf(float largest) const {
#ifndef NO_EMPTY_ROW_GUARD
    if (largest == MINUS_INFINITY) return 0;
#endif
    return largest * scaleLog2;
  }

  float scaleLog2;
  float largest[2] = {MINUS_INFINITY, MINUS_INFINITY}, sums[2] = {};
};

// Minus infinity for keys that a query must not see. `query`: of the lane's upper row; `key`: the tile's first.
template <int BLOCKS>
inline __device__ void hideKeys(float (&scores)[BLOCKS][4], const Problem &problem, int query, int key) {
  const int column = key + threadIdx.x % 4 * 2;
#pragma unroll
  for (int i = 0; i < 2; i++) {
    const int visible = problem.keysOf(query + 8 * i);
#pragma unroll
    for (int j = 0; j < BLOCKS; j++)
#pragma unroll
      for (int c = 0; c < 2; c++)
        if (column + 8 * j + c >= visible) scores[j][2 * i + c] = MINUS_INFINITY;
  }
}

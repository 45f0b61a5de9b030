// Online softmax that scales its sums only when it must. What is subtracted from the scores need not be the largest one: the
// division at the end cancels it, so the result is exact with any number. Weights of up to 2^SLACK are far from the largest float.
#pragma once
#include "softmax.cuh"

class LazySoftmax {
 public:
  // What the sums so far are worth now, after `update`.
  float rescale[2];

  __device__ explicit LazySoftmax(float scaleLog2) : scaleLog2(scaleLog2) {}

  // Scores become powers of two, at most 2^SLACK. Each lane sums its own: the quad adds up at the end.
  template <int BLOCKS>
  __device__ void update(float (&scores)[BLOCKS][4]) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      float largest = fmaxf(scores[0][2 * i], scores[0][2 * i + 1]);
#pragma unroll
      for (int j = 1; j < BLOCKS; j++) largest = fmaxf(largest, fmaxf(scores[j][2 * i], scores[j][2 * i + 1]));
      const float wanted = quadMax(largest) * scaleLog2, before = shifts[i];
      if (wanted > before + SLACK) shifts[i] = wanted;
      rescale[i] = exp2Approx(before - shifts[i]);
      float sum = 0;
#pragma unroll
      for (int j = 0; j < BLOCKS; j++)
#pragma unroll
        for (int c = 2 * i; c < 2 * i + 2; c++) {
          scores[j][c] = exp2Approx(scores[j][c] * scaleLog2 - shifts[i]);
          sum += scores[j][c];
        }
      sums[i] = sums[i] * rescale[i] + sum;
    }
  }

  // Of a whole warp, so that its lanes stay together: mostly none of its rows has grown so much.
  template <int BLOCKS>
  __device__ void rescaleSums(float (&output)[BLOCKS][4]) const {
    if (!__any_sync(~0u, rescale[0] != 1 || rescale[1] != 1)) return;
#pragma unroll
    for (int j = 0; j < BLOCKS; j++)
#pragma unroll
      for (int c = 0; c < 4; c++) output[j][c] *= rescale[c / 2];
  }

  // The row's whole sum, and what its output is to be multiplied by: 0 where it saw no key.
  __device__ void finish() {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      sums[i] = quadSum(sums[i]);
      rescale[i] = sums[i] == 0 ? 0 : __frcp_rn(sums[i]);
    }
  }

  __device__ float lse(int i) const {
    constexpr float LN2 = 0.693147180559945f;
    return sums[i] == 0 ? MINUS_INFINITY : (shifts[i] + log2Approx(sums[i])) * LN2;
  }

 private:
  static constexpr float SLACK = 8, LOWEST = -3.4028235e38f;

  float scaleLog2;
  // Finite, so that scores of minus infinity may be subtracted from: rows without keys need no test.
  float shifts[2] = {LOWEST, LOWEST}, sums[2] = {};
};

// Online softmax whose weights become 8-bit floats, and what becomes of its sums.
#pragma once
#include "softmax.cuh"

// As the softmax of the other versions, with weights of up to 2^TOP, as e4m3 has numbers from 2^-9 to 448. The division cancels it.
class NarrowSoftmax {
 public:
  float rescale[2];

  __device__ explicit NarrowSoftmax(float scaleLog2) : scaleLog2(scaleLog2) {}

  __device__ void update(float (&scores)[KEYS / 8][4]) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      float largest = MINUS_INFINITY;
#pragma unroll
      for (int j = 0; j < KEYS / 8; j++) largest = fmaxf(largest, fmaxf(scores[j][2 * i], scores[j][2 * i + 1]));
      const float before = shifts[i];
      shifts[i] = fmaxf(before, quadMax(largest) * scaleLog2 - TOP);
      rescale[i] = exp2Approx(before - shifts[i]);
      float sum = 0;
#pragma unroll
      for (int j = 0; j < KEYS / 8; j++)
#pragma unroll
        for (int c = 2 * i; c < 2 * i + 2; c++) {
          scores[j][c] = exp2Approx(scores[j][c] * scaleLog2 - shifts[i]);
          sum += scores[j][c];
        }
      sums[i] = sums[i] * rescale[i] + sum;
    }
  }

  __device__ void rescaleSums(float (&output)[HEAD_DIM / 8][4]) const {
    if (!__any_sync(~0u, rescale[0] != 1 || rescale[1] != 1)) return;
#pragma unroll
    for (int j = 0; j < HEAD_DIM / 8; j++)
#pragma unroll
      for (int c = 0; c < 4; c++) output[j][c] *= rescale[c / 2];
  }

  // Every query sees a key.
  __device__ void store(uint16_t *o, float *lse, const Problem &problem, int head, int query,
                        const float (&output)[HEAD_DIM / 8][4]) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      const float sum = quadSum(sums[i]), factor = __frcp_rn(sum);
      if (query + 8 * i >= problem.queries) continue;
      const int64_t row = static_cast<int64_t>(head) * problem.queries + query + 8 * i;
      uint2 *to = reinterpret_cast<uint2 *>(o + row * HEAD_DIM) + threadIdx.x % 4;
      // Even columns are in one block of sums, odd ones in the next: a lane has four in a row.
#pragma unroll
      for (int j = 0; j < HEAD_DIM / 8; j += 2) {
        const float *even = output[j] + 2 * i, *odd = output[j + 1] + 2 * i;
        to[2 * j] = {pack(even[0] * factor, odd[0] * factor), pack(even[1] * factor, odd[1] * factor)};
      }
      constexpr float LN2 = 0.693147180559945f;
      if (threadIdx.x % 4 == 0) lse[row] = (shifts[i] + log2Approx(sum)) * LN2;
    }
  }

 private:
  static constexpr float TOP = 8, LOWEST = -3.4028235e38f;

  float scaleLog2;
  float shifts[2] = {LOWEST, LOWEST}, sums[2] = {};
};

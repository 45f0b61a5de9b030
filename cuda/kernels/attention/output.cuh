// Stores from registers straight to O and LSE, as far as the queries go.
#pragma once
#include "softmax.cuh"

// `query`: of the lane's upper row. Sums become means by `softmax.finish`.
inline __device__ void storeOutput(Element *o, float *lse, const Problem &problem, int head, int query,
                                   const float (&output)[HEAD_DIM / 8][4], const Softmax &softmax) {
#pragma unroll
  for (int i = 0; i < 2; i++) {
    if (query + 8 * i >= problem.queries) continue;
    const int64_t row = static_cast<int64_t>(head) * problem.queries + query + 8 * i;
    Element *to = o + row * HEAD_DIM + threadIdx.x % 4 * 2;
    const float factor = softmax.rescale[i];
#pragma unroll
    for (int j = 0; j < HEAD_DIM / 8; j++)
      *reinterpret_cast<uint32_t *>(to + 8 * j) = pack(output[j][2 * i] * factor, output[j][2 * i + 1] * factor);
    if (threadIdx.x % 4 == 0) lse[row] = softmax.lse(i);
  }
}

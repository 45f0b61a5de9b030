// Histogram with an atomic addition in global memory for each element: lanes that meet in a bin wait for each other there.
#include "histogram.cuh"

extern "C" __global__ void histogram(unsigned* __restrict__ out, const unsigned* __restrict__ in, unsigned length,
                                     unsigned bins) {
#pragma unroll 1
  for (unsigned round = 0; round < SHARE; round += THREADS) {
    const unsigned i = blockIdx.x * SHARE + round + threadIdx.x;
    if (i < length) atomicAdd(&out[in[i]], 1);
  }
}

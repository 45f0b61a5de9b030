// Known wrong: counts in shared memory, but loads, adds and stores. Lanes and warps that meet in a bin overwrite each other.
#include "histogram.cuh"

extern "C" __global__ void histogram(unsigned* __restrict__ out, const unsigned* __restrict__ in, unsigned length,
                                     unsigned bins) {
  // The launch allots one count for each bin.
  extern __shared__ unsigned counts[];

#pragma unroll 1
  for (unsigned bin = threadIdx.x; bin < bins; bin += THREADS) counts[bin] = 0;
  __syncthreads();

#pragma unroll 1
  for (unsigned round = 0; round < SHARE; round += THREADS) {
    const unsigned i = blockIdx.x * SHARE + round + threadIdx.x;
    if (i < length) counts[in[i]] += 1;
  }
  __syncthreads();

  // Once for each bin and CTA instead of once for each element.
#pragma unroll 1
  for (unsigned bin = threadIdx.x; bin < bins; bin += THREADS) atomicAdd(&out[bin], counts[bin]);
}

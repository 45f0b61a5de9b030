// The lanes of a warp first find who has the same bin. One of them adds for all: no two lanes of a warp meet in a word.
#include "histogram.cuh"

constexpr unsigned ALL_LANES = 0xffffffff;

extern "C" __global__ void histogram(unsigned* __restrict__ out, const unsigned* __restrict__ in, unsigned length,
                                     unsigned bins) {
  // The launch allots one count for each bin.
  extern __shared__ unsigned counts[];
  const unsigned lane = threadIdx.x % 32;

#pragma unroll 1
  for (unsigned bin = threadIdx.x; bin < bins; bin += THREADS) counts[bin] = 0;
  __syncthreads();

#pragma unroll 1
  for (unsigned round = 0; round < SHARE; round += THREADS) {
    const unsigned i = blockIdx.x * SHARE + round + threadIdx.x;
    const unsigned with_element = __ballot_sync(ALL_LANES, i < length);
    if (i < length) {
      const unsigned bin = in[i];
      const unsigned same = __match_any_sync(with_element, bin);
      const unsigned first = __ffs(same) - 1;
      if (lane == first) atomicAdd(&counts[bin], __popc(same));
    }
  }
  __syncthreads();

  // Once for each bin and CTA instead of once for each element.
#pragma unroll 1
  for (unsigned bin = threadIdx.x; bin < bins; bin += THREADS) atomicAdd(&out[bin], counts[bin]);
}

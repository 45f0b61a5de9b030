// Several copies of the counts, dealt out to the lanes in turn: lanes with one bin meet less often. The padding behind each
// copy turns the next one by so many banks; without it all copies of a bin lie in one bank, and little is gained.
#include "histogram.cuh"

extern "C" __global__ void histogram(unsigned* __restrict__ out, const unsigned* __restrict__ in, unsigned length,
                                     unsigned bins, unsigned copies, unsigned pitch) {
  // The launch allots `copies` times `pitch` counts: a pitch is a copy's bins and the padding.
  extern __shared__ unsigned counts[];
  unsigned* const own = counts + threadIdx.x % copies * pitch;

#pragma unroll 1
  for (unsigned word = threadIdx.x; word < copies * pitch; word += THREADS) counts[word] = 0;
  __syncthreads();

#pragma unroll 1
  for (unsigned round = 0; round < SHARE; round += THREADS) {
    const unsigned i = blockIdx.x * SHARE + round + threadIdx.x;
    if (i < length) atomicAdd(&own[in[i]], 1);
  }
  __syncthreads();

  // Once for each bin and CTA, the copies added up.
#pragma unroll 1
  for (unsigned bin = threadIdx.x; bin < bins; bin += THREADS) {
    unsigned count = 0;
#pragma unroll 1
    for (unsigned copy = 0; copy < copies; copy++) count += counts[copy * pitch + bin];
    atomicAdd(&out[bin], count);
  }
}

// Step 7: as many CTAs as the launch likes. Each thread adds up elements a whole grid apart, then warps add by shuffles.
#include "reduction.cuh"

extern "C" __global__ void reduction(Sum* __restrict__ out, const Sum* __restrict__ in, unsigned length) {
  // One sum of each warp.
  __shared__ Sum sums[THREADS / 32];
  const unsigned thread = threadIdx.x;
  const unsigned lane = thread % 32;

  Sum sum = 0;
#pragma unroll 1
  for (unsigned i = blockIdx.x * blockDim.x + thread; i < length; i += gridDim.x * blockDim.x) sum += in[i];

  // Registers of other lanes instead of shared memory.
  for (unsigned distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (lane == 0) sums[thread / 32] = sum;
  __syncthreads();

  // The first warp adds the sums of all warps.
  if (thread < 32) {
    sum = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (unsigned distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
  }

  if (thread == 0) out[blockIdx.x] = sum;
}

// Step 5: once the sums fit into one warp, that warp goes on alone. It needs no barrier of the CTA, but one of its own.
#include "reduction.cuh"

extern "C" __global__ void reduction(Sum* __restrict__ out, const Sum* __restrict__ in, unsigned length) {
  __shared__ Sum sums[THREADS];
  const unsigned thread = threadIdx.x;

  // Beyond the end of the input a thread brings 0.
  const unsigned i = blockIdx.x * 2 * blockDim.x + thread;
  Sum sum = i < length ? in[i] : 0;
  if (i + blockDim.x < length) sum += in[i + blockDim.x];
  sums[thread] = sum;
  __syncthreads();

#pragma unroll 1
  for (unsigned stride = blockDim.x / 2; stride > 32; stride /= 2) {
    if (thread < stride) sums[thread] = sum += sums[thread + stride];
    __syncthreads();
  }

  // All 32 lanes add at every stride: what the upper ones get is of no use, and costs nothing.
  if (thread < 32) {
#pragma unroll
    for (unsigned stride = 32; stride > 0; stride /= 2) {
      sum += sums[thread + stride];
      __syncwarp();  // every lane has loaded before one overwrites
      sums[thread] = sum;
      __syncwarp();  // every lane has stored before one loads
    }
  }

  if (thread == 0) out[blockIdx.x] = sum;
}

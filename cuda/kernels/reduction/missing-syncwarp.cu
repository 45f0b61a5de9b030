// Known wrong: step 5 with nothing between the lanes of the last warp, as code for GPUs before Volta was written. The
// compiler may then keep a store back, and a lane may load what another has not stored yet.
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

  if (thread < 32) {
#pragma unroll
    for (unsigned stride = 32; stride > 0; stride /= 2) sums[thread] = sum += sums[thread + stride];
  }

  if (thread == 0) out[blockIdx.x] = sum;
}

// Step 3: the upper half is added to the lower half, again and again: neighbouring threads, neighbouring words.
#include "reduction.cuh"

extern "C" __global__ void reduction(Sum* __restrict__ out, const Sum* __restrict__ in, unsigned length) {
  __shared__ Sum sums[THREADS];
  const unsigned thread = threadIdx.x;

  // Beyond the end of the input a thread brings 0.
  const unsigned i = blockIdx.x * blockDim.x + thread;
  Sum sum = i < length ? in[i] : 0;
  sums[thread] = sum;
  __syncthreads();

#pragma unroll 1
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) sums[thread] = sum += sums[thread + stride];
    __syncthreads();
  }

  if (thread == 0) out[blockIdx.x] = sum;
}

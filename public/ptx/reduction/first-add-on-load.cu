// Step 4: in step 3 half of the threads never add. Here each adds two elements on the way in: half as many CTAs.
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
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) sums[thread] = sum += sums[thread + stride];
    __syncthreads();
  }

  if (thread == 0) out[blockIdx.x] = sum;
}

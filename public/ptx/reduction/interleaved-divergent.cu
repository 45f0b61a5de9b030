// Step 1: neighbours are added first, then ever more distant sums. Threads that are no multiple of twice the stride idle.
#include "reduction.cuh"

extern "C" __global__ void reduction(Sum* __restrict__ out, const Sum* __restrict__ in, unsigned length) {
  __shared__ Sum sums[THREADS];
  const unsigned thread = threadIdx.x;

  // Beyond the end of the input a thread brings 0.
  const unsigned i = blockIdx.x * blockDim.x + thread;
  Sum sum = i < length ? in[i] : 0;
  sums[thread] = sum;
  __syncthreads();

  // A thread's own sum stays in a register; shared memory holds it for the others. Every warp keeps a few lanes busy until
  // the stride reaches 32.
#pragma unroll 1
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (thread % (2 * stride) == 0) sums[thread] = sum += sums[thread + stride];
    __syncthreads();
  }

  if (thread == 0) out[blockIdx.x] = sum;
}

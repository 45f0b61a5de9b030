// Step 2: the same additions by neighbouring threads. Warps stay full or idle, but their words lie 2 * stride apart.
#include "reduction.cuh"

extern "C" __global__ void reduction(Sum* __restrict__ out, const Sum* __restrict__ in, unsigned length) {
  __shared__ Sum sums[THREADS];
  const unsigned thread = threadIdx.x;

  // Beyond the end of the input a thread brings 0.
  const unsigned i = blockIdx.x * blockDim.x + thread;
  sums[thread] = i < length ? in[i] : 0;
  __syncthreads();

  // A thread adds other sums at each stride, so both come from shared memory, from words that share ever fewer banks.
#pragma unroll 1
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned left = 2 * stride * thread;
    const unsigned right = left + stride;
    // Two questions, for a compiler may take two loads in either order: the left one is first.
    const Sum sum = left < blockDim.x ? sums[left] : 0;
    if (right < blockDim.x) sums[left] = sum + sums[right];
    __syncthreads();
  }

  if (thread == 0) out[blockIdx.x] = sums[0];
}

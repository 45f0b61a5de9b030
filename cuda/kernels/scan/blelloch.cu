// Scan by a tree, up and down again: about two additions per element. The strides of its levels share ever fewer banks.
#include "scan.cuh"

constexpr int THREADS = SECTION / 2;

extern "C" __global__ void scan(Sum* __restrict__ out, const Sum* __restrict__ in, unsigned length, int inclusive) {
  __shared__ Sum sums[SECTION];
  const unsigned thread = threadIdx.x;

  // Two elements a thread, each half of the section side by side. Beyond the end of the input there is 0.
  const unsigned i = blockIdx.x * SECTION + thread;
  const Sum first = i < length ? in[i] : 0;
  const Sum second = i + THREADS < length ? in[i + THREADS] : 0;
  sums[thread] = first;
  sums[thread + THREADS] = second;
  __syncthreads();

  // Up: a tree of sums, each kept where its right part ends.
#pragma unroll 1
  for (unsigned stride = 1; stride < SECTION; stride *= 2) {
    const unsigned left = 2 * stride * thread + stride - 1;
    const unsigned right = left + stride;
    // Both are in the section or neither is. Asked one by one, since a compiler may take two loads in either order.
    const Sum sum = left < SECTION ? sums[left] : 0;
    if (right < SECTION) sums[right] += sum;
    __syncthreads();
  }

  // Down: what lies before a node goes to its left part as it is, and to its right part with the left one's sum.
  if (thread == 0) sums[SECTION - 1] = 0;
  __syncthreads();
#pragma unroll 1
  for (unsigned stride = SECTION / 2; stride > 0; stride /= 2) {
    const unsigned left = 2 * stride * thread + stride - 1;
    const unsigned right = left + stride;
    if (right < SECTION) {
      const Sum sum = sums[left];
      const Sum before = sums[right];
      sums[left] = before;
      sums[right] = before + sum;
    }
    __syncthreads();
  }

  // Inclusive: and the element itself.
  if (i < length) out[i] = sums[thread] + (inclusive ? first : 0);
  if (i + THREADS < length) out[i + THREADS] = sums[thread + THREADS] + (inclusive ? second : 0);
}

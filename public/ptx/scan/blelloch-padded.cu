// The scan by a tree with a word of padding behind every 32: no level has a bank conflict.
#include "scan.cuh"

constexpr int THREADS = SECTION / 2;

// Where element i is kept: every 32 elements are followed by an unused one, which turns the next 32 by a bank.
__device__ unsigned place(unsigned i) { return i + i / 32; }

extern "C" __global__ void scan(Sum* __restrict__ out, const Sum* __restrict__ in, unsigned length, int inclusive) {
  __shared__ Sum sums[SECTION + SECTION / 32];
  const unsigned thread = threadIdx.x;

  // Two elements a thread, each half of the section side by side. Beyond the end of the input there is 0.
  const unsigned i = blockIdx.x * SECTION + thread;
  const Sum first = i < length ? in[i] : 0;
  const Sum second = i + THREADS < length ? in[i + THREADS] : 0;
  sums[place(thread)] = first;
  sums[place(thread + THREADS)] = second;
  __syncthreads();

  // Up: a tree of sums, each kept where its right part ends.
#pragma unroll 1
  for (unsigned stride = 1; stride < SECTION; stride *= 2) {
    const unsigned left = 2 * stride * thread + stride - 1;
    const unsigned right = left + stride;
    // Both are in the section or neither is. Asked one by one, since a compiler may take two loads in either order.
    const Sum sum = left < SECTION ? sums[place(left)] : 0;
    if (right < SECTION) sums[place(right)] += sum;
    __syncthreads();
  }

  // Down: what lies before a node goes to its left part as it is, and to its right part with the left one's sum.
  if (thread == 0) sums[place(SECTION - 1)] = 0;
  __syncthreads();
#pragma unroll 1
  for (unsigned stride = SECTION / 2; stride > 0; stride /= 2) {
    const unsigned left = 2 * stride * thread + stride - 1;
    const unsigned right = left + stride;
    if (right < SECTION) {
      const Sum sum = sums[place(left)];
      const Sum before = sums[place(right)];
      sums[place(left)] = before;
      sums[place(right)] = before + sum;
    }
    __syncthreads();
  }

  // Inclusive: and the element itself.
  if (i < length) out[i] = sums[place(thread)] + (inclusive ? first : 0);
  if (i + THREADS < length) out[i + THREADS] = sums[place(thread + THREADS)] + (inclusive ? second : 0);
}

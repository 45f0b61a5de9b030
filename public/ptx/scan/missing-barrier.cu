// Known wrong: the scan by doubling with a barrier before the loop but none in it. A warp may read a sum of another step.
#include "scan.cuh"

extern "C" __global__ void scan(Sum* __restrict__ out, const Sum* __restrict__ in, unsigned length, int inclusive) {
  // A step reads one half and writes the other, so that nobody overwrites what another still reads.
  __shared__ Sum sums[2][SECTION];
  const unsigned thread = threadIdx.x;

  // Beyond the end of the input a thread brings 0.
  const unsigned i = blockIdx.x * SECTION + thread;
  Sum sum = i < length ? in[i] : 0;
  unsigned half = 0;
  sums[half][thread] = sum;
  __syncthreads();

  // The first threads have reached their sum, but take it along: the next step reads it there.
#pragma unroll 1
  for (unsigned distance = 1; distance < SECTION; distance *= 2) {
    if (thread >= distance) sum += sums[half][thread - distance];
    half ^= 1;
    sums[half][thread] = sum;
  }

  // Exclusive: what the neighbour before has.
  if (!inclusive) sum = thread > 0 ? sums[half][thread - 1] : 0;
  if (i < length) out[i] = sum;
}

// Step 8: sixteen bytes a load, and some loads of a thread under way before it adds the first. Where the input is larger
// than the caches, this is what the memory needs to be busy all the time.
#include "reduction.cuh"

constexpr unsigned PER_VECTOR = 4;  // elements of a load
constexpr unsigned HELD = 4;        // vectors of a thread in a round
constexpr unsigned ROUND = HELD * THREADS;

extern "C" __global__ void reduction(Sum* __restrict__ out, const Sum* __restrict__ in, unsigned length) {
  // One sum of each warp.
  __shared__ Sum sums[THREADS / 32];
  const unsigned thread = threadIdx.x;
  const unsigned lane = thread % 32;
  const unsigned vectors = length / PER_VECTOR;

  Sum sum = 0;
#pragma unroll 1
  for (unsigned first = blockIdx.x * ROUND; first < vectors; first += gridDim.x * ROUND) {
    uint4 held[HELD];
#pragma unroll
    for (unsigned i = 0; i < HELD; i++) {
      const unsigned vector = first + i * THREADS + thread;
      held[i] = vector < vectors ? reinterpret_cast<const uint4*>(in)[vector] : uint4{};
    }
#pragma unroll
    for (unsigned i = 0; i < HELD; i++) sum += held[i].x + held[i].y + held[i].z + held[i].w;
  }
  // What is left is less than a vector.
  if (blockIdx.x == 0 && thread < length % PER_VECTOR) sum += in[vectors * PER_VECTOR + thread];

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

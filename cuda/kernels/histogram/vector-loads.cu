// Replicated counts, kept for many rounds: as many CTAs as the launch likes, so that counts are cleared and added up seldom.
// A load takes sixteen bytes, and some loads of a thread are under way before it counts the first.
#include "histogram.cuh"

constexpr unsigned PER_VECTOR = 4;  // elements of a load
constexpr unsigned HELD = 4;        // vectors of a thread in a round
constexpr unsigned ROUND = HELD * THREADS;

extern "C" __global__ void histogram(unsigned* __restrict__ out, const unsigned* __restrict__ in, unsigned length,
                                     unsigned bins, unsigned copies, unsigned pitch) {
  // The launch allots `copies` times `pitch` counts: a pitch is a copy's bins and the padding.
  extern __shared__ unsigned counts[];
  unsigned* const own = counts + threadIdx.x % copies * pitch;
  const unsigned vectors = length / PER_VECTOR;

#pragma unroll 1
  for (unsigned word = threadIdx.x; word < copies * pitch; word += THREADS) counts[word] = 0;
  __syncthreads();

#pragma unroll 1
  for (unsigned first = blockIdx.x * ROUND; first < vectors; first += gridDim.x * ROUND) {
    uint4 held[HELD];
#pragma unroll
    for (unsigned i = 0; i < HELD; i++) {
      const unsigned vector = first + i * THREADS + threadIdx.x;
      if (vector < vectors) held[i] = reinterpret_cast<const uint4*>(in)[vector];
    }
#pragma unroll
    for (unsigned i = 0; i < HELD; i++) {
      if (first + i * THREADS + threadIdx.x >= vectors) continue;
      atomicAdd(&own[held[i].x], 1);
      atomicAdd(&own[held[i].y], 1);
      atomicAdd(&own[held[i].z], 1);
      atomicAdd(&own[held[i].w], 1);
    }
  }
  // What is left is less than a vector.
  if (blockIdx.x == 0 && threadIdx.x < length % PER_VECTOR) atomicAdd(&own[in[vectors * PER_VECTOR + threadIdx.x]], 1);
  __syncthreads();

  // Once for each bin and CTA, the copies added up.
#pragma unroll 1
  for (unsigned bin = threadIdx.x; bin < bins; bin += THREADS) {
    unsigned count = 0;
#pragma unroll 1
    for (unsigned copy = 0; copy < copies; copy++) count += counts[copy * pitch + bin];
    atomicAdd(&out[bin], count);
  }
}

// Which addresses of shared memory the lanes of CTA 0 give to ldmatrix, stmatrix and cp.async. A kernel knows nothing of it: it is
// compiled once more with `-include` of this file, which puts verbs of its own in front of those of `cuda/include`.
#pragma once
#include "async-copy.cuh"
#include "mma.cuh"

namespace probes {

constexpr uint32_t THREADS = 384, PLACES = 512;

enum Kind : uint32_t { LDMATRIX = 1, STMATRIX, COPY };

// Of a thread, in its order: the kind in the upper 8 bits. `count` goes on where there is no room.
struct LaneLog {
  uint32_t count;
  uint32_t addresses[PLACES];
};

}  // namespace probes

extern "C" {
__device__ probes::LaneLog addressLog[probes::THREADS];
}

namespace probes {

inline __device__ void note(Kind kind, const void *place) {
  if (blockIdx.x != 0) return;
  LaneLog &log = addressLog[threadIdx.x];
  const uint32_t index = log.count++;
  // In a cluster an address has the CTA's rank above its place in the CTA's own shared memory.
  if (index < PLACES) log.addresses[index] = kind << 24 | (sharedAddress(place) & 0xff'ffff);
}

inline __device__ void loadMatrices(uint32_t (&matrices)[4], const void *row) {
  note(LDMATRIX, row);
  ::loadMatrices(matrices, row);
}

inline __device__ void storeMatrices(void *row, const uint32_t (&matrices)[4]) {
  note(STMATRIX, row);
  ::storeMatrices(row, matrices);
}

inline __device__ void copyChunk(void *to, const void *from, bool inside) {
  note(COPY, to);
  ::copyChunk(to, from, inside);
}

}  // namespace probes

#define loadMatrices probes::loadMatrices
#define storeMatrices probes::storeMatrices
#define copyChunk probes::copyChunk

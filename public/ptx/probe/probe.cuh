// A timed loop around one access of a warp, at the 32 addresses of a table.
#pragma once
#include "shared-address.cuh"

#ifndef CHAINED
#define CHAINED 0  // 1: an access begins when the one before has brought its value
#endif

constexpr int WARP = 32;
constexpr int ACCESSES = 8;  // of a pass through the loop
constexpr unsigned IDLE = 0xFFFFFFFF;
constexpr unsigned STEP = 0x1E3779B1;  // word i holds i times this

// Each warp has a stretch of shared memory for itself, a multiple of 128 bytes: all meet the same banks.
extern __shared__ __align__(1024) unsigned window[];

struct Job {
  int passes;
  unsigned stretchBytes;
  unsigned zero;  // 0, which the compiler does not know: addresses that it is added to may change
};

struct Clocks {
  long long with, without;  // the accesses
};

inline __device__ int lane() { return threadIdx.x % WARP; }
inline __device__ unsigned *stretchOf(const Job &job) { return window + threadIdx.x / WARP * (job.stretchBytes / 4); }

// Word i of the stretch becomes i * step + start.
inline __device__ void fillStretch(const Job &job, unsigned start, unsigned step) {
#pragma unroll 1
  for (unsigned i = lane(); i < job.stretchBytes / 4; i += WARP) stretchOf(job)[i] = start + i * step;
  __syncthreads();
}

// Plays `access` for so many passes. `play(i, at)` makes the i-th access of a pass, `value(i)` is what it brought, `take(i)`
// consumes that when all are under way.
template <class Access>
__device__ long long clocksOf(Access &access, unsigned address, int passes, unsigned zero) {
  unsigned at[ACCESSES];
  // As far as the compiler knows they differ: of equal ones it would make one access.
  for (int i = 0; i < ACCESSES; i++) at[i] = address + i * zero;
  long long before = clock64();
#pragma unroll 1
  for (int pass = 0; pass < passes; pass++) {
#pragma unroll
    for (int i = 0; i < ACCESSES; i++) {
      access.play(i, at[CHAINED ? 0 : i]);
      if (CHAINED) at[0] += access.value(i) & zero;
    }
#pragma unroll
    for (int i = 0; i < ACCESSES; i++) {
      access.take(i);
      if (!CHAINED) at[i] += zero;
    }
  }
  return clock64() - before;
}

// A first pass brings the loop's code.
template <class Access, class Nothing>
__device__ Clocks play(Access &access, Nothing &nothing, unsigned address, const Job &job) {
  Clocks clocks;
#pragma unroll 1
  for (int passes = 1;; passes = job.passes) {
    clocks.with = clocksOf(access, address, passes, job.zero);
    clocks.without = clocksOf(nothing, address, passes, job.zero);
    if (passes == job.passes) return clocks;
  }
}

inline __device__ void writeClocks(long long *out, Clocks clocks) {
  out[threadIdx.x] = clocks.with;
  out[blockDim.x + threadIdx.x] = clocks.without;
}

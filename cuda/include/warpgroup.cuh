// Four warps in a row that act together, the first of them a multiple of four: their share of the registers, and barriers of
// some warps of a CTA. PTX ISA, "setmaxnreg" and "bar".
#pragma once
#include <cstdint>

constexpr int WARPGROUP_THREADS = 128;

// All warps of a warpgroup give registers back, so that each thread keeps COUNT.
template <int COUNT>
inline __device__ void keepRegisters() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(COUNT));
}

// All warps of a warpgroup wait until each thread can have COUNT registers.
template <int COUNT>
inline __device__ void takeRegisters() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(COUNT));
}

// Barriers 1 to 15; 0 is that of __syncthreads.
inline __device__ void syncThreads(int barrier, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

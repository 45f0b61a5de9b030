// Four warps in a row that act together, the first of them a multiple of four, and their share of the registers. PTX ISA,
// "setmaxnreg".
#pragma once

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

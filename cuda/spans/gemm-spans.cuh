// The verbs of `spans.cuh`, and the stores of GEMM's versions that have sums in registers.
#pragma once
#include "spans.cuh"

#include "../kernels/gemm/output.cuh"

namespace spans {

inline __device__ void storeBlocks(Element *c, Size size, int row, int column, const float (&sums)[4]) {
  ::storeBlocks(c, size, row, column, sums);
  noteStored();
}

}  // namespace spans

#define storeBlocks spans::storeBlocks

// Versions with wgmma: who waits for products says by that when they are done, and arrivals tell nothing more.
#ifdef CONSUMERS
#undef arrive
#endif

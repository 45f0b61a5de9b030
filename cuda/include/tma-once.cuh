// A copy of a box that no other CTA reads: its lines are the first to leave the L2 cache, where others' stay.
// PTX ISA, "Data Movement and Conversion Instructions: createpolicy".
#pragma once
#include "tma.cuh"

// As `loadBox`.
inline __device__ void loadBoxOnce(void *to, const CUtensorMap *map, uint64_t *barrier, int x, int y) {
  uint64_t policy;
  asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint "
      "[%0], [%1, {%3, %4}], [%2], %5;" ::"r"(sharedAddress(to)),
      "l"(map), "r"(sharedAddress(barrier)), "r"(x), "r"(y), "l"(policy)
      : "memory");
}

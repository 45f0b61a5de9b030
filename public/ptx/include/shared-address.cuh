// Instructions take addresses of shared memory in 32 bits.
#pragma once
#include <cstdint>

inline __device__ uint32_t sharedAddress(const void *inShared) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(inShared));
}

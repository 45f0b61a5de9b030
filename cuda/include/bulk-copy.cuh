// Copies of bytes that lie side by side, between global and shared memory. One thread issues a copy; the engine does it, through
// the async proxy. Addresses and lengths are multiples of 16. PTX ISA, "Data Movement and Conversion Instructions: cp.async.bulk".
#pragma once
#include "shared-address.cuh"

// The barrier gets the bytes.
inline __device__ void loadBytes(void *to, const void *from, uint32_t bytes, uint64_t *barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   sharedAddress(to)),
               "l"(from), "r"(bytes), "r"(sharedAddress(barrier))
               : "memory");
}

// Stores make groups, as those of boxes do.
inline __device__ void storeBytes(void *to, const void *from, uint32_t bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(sharedAddress(from)),
               "r"(bytes)
               : "memory");
}

// Copies of 16 bytes from global to shared memory that a thread starts and waits for later. PTX ISA, "cp.async".
#pragma once
#include "shared-address.cuh"

// Both addresses are multiples of 16. Zeros come where `inside` is false; `from` is not read then, but must be an address.
inline __device__ void copyChunk(void *to, const void *from, bool inside) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAddress(to)), "l"(from),
               "r"(inside ? 16 : 0)
               : "memory");
}

// This thread's copies since the last call make a group.
inline __device__ void commitCopies() { asm volatile("cp.async.commit_group;" ::: "memory"); }

// Until all but the latest PENDING groups of this thread have come; other threads see them behind a barrier.
template <int PENDING>
inline __device__ void waitForCopies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(PENDING) : "memory");
}

// Mbarriers: objects of 8 bytes in shared memory that count arrivals of threads and bytes of copies. A phase completes when
// all that it expects has come, and the next one begins. Its parity is 0 for the first phase, then 1, then 0.
// PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
#pragma once
#include "shared-address.cuh"

// One thread does this, then `fenceBarrierInit`; the others use the barrier behind a barrier of the CTA (of the cluster).
inline __device__ void initBarrier(uint64_t *barrier, uint32_t arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(arrivals) : "memory");
}

// Makes barriers known to the copy engine and to the other CTAs of a cluster.
inline __device__ void fenceBarrierInit() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

inline __device__ void arrive(uint64_t *barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(barrier)) : "memory");
}

// Arrives, and announces what copies will bring in this phase.
inline __device__ void arriveExpecting(uint64_t *barrier, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(bytes)
               : "memory");
}

inline __device__ bool hasCompleted(uint64_t *barrier, uint32_t parity) {
  uint32_t completed;
  asm volatile(
      "{\n"
      ".reg .pred p;\n"
      "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
      "selp.u32 %0, 1, 0, p;\n"
      "}"
      : "=r"(completed)
      : "r"(sharedAddress(barrier)), "r"(parity)
      : "memory");
  return completed != 0;
}

// Until the phase of that parity is over. On a fresh barrier parity 0 waits; parity 1 passes, as if a phase had been before.
inline __device__ void waitFor(uint64_t *barrier, uint32_t parity) {
  while (!hasCompleted(barrier, parity)) {
  }
}

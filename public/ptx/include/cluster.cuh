// CTAs of a cluster run at the same time and reach each other's shared memory. PTX ISA, "Cluster of Cooperative Thread
// Arrays".
#pragma once
#include "shared-address.cuh"

inline __device__ uint32_t rankInCluster() {
  uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

// All threads of a cluster arrive, then wait for each other. Relaxed: what they wrote before is not seen by the others for
// that, but barriers behind `fenceBarrierInit` are. Releasing would wait for all writes to reach the GPU's memory.
inline __device__ void arriveInCluster() { asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); }
inline __device__ void waitForCluster() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

// Arrives at the mbarrier that lies at the same place in the CTA of that rank. It says that something has been read, so it
// need not release writes to the cluster: that would stall the warp at every arrival.
inline __device__ void arriveAt(uint64_t *barrier, uint32_t rank) {
  asm volatile(
      "{\n"
      ".reg .b32 remote;\n"
      "mapa.shared::cluster.u32 remote, %0, %1;\n"
      "mbarrier.arrive.shared::cluster.b64 _, [remote];\n"
      "}" ::"r"(sharedAddress(barrier)),
      "r"(rank)
      : "memory");
}

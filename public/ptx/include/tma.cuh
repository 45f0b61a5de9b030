// Copies of boxes between a tensor in global memory, which a tensor map describes, and shared memory. One thread issues a copy;
// the engine does it, through the async proxy. PTX ISA, "Data Movement and Conversion Instructions: Tensor copy".
#pragma once
#include <cuda.h>

#include "shared-address.cuh"

// What threads wrote to shared memory before is seen by copies that are issued after; each writing thread does this.
inline __device__ void fenceAsyncProxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

inline __device__ void prefetchMap(const CUtensorMap *map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

// Coordinates count elements of the tensor, the fastest dimension first; they may lie outside. The barrier gets the bytes of
// the whole box. `to` is a multiple of 128.
inline __device__ void loadBox(void *to, const CUtensorMap *map, uint64_t *barrier, int x, int y) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::
          "r"(sharedAddress(to)),
      "l"(map), "r"(sharedAddress(barrier)), "r"(x), "r"(y)
      : "memory");
}

inline __device__ void loadBox(void *to, const CUtensorMap *map, uint64_t *barrier, int x, int y, int z) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2];" ::
          "r"(sharedAddress(to)),
      "l"(map), "r"(sharedAddress(barrier)), "r"(x), "r"(y), "r"(z)
      : "memory");
}

// To the same place in each CTA of the cluster whose rank's bit is set; each one's barrier at the same place gets the bytes.
inline __device__ void loadBoxForAll(void *to, const CUtensorMap *map, uint64_t *barrier, int x, int y,
                                     uint16_t ranks) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster "
      "[%0], [%1, {%3, %4}], [%2], %5;" ::"r"(sharedAddress(to)),
      "l"(map), "r"(sharedAddress(barrier)), "r"(x), "r"(y), "h"(ranks)
      : "memory");
}

// Leaves out what lies outside of the tensor.
inline __device__ void storeBox(const CUtensorMap *map, int x, int y, const void *from) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(map),
               "r"(sharedAddress(from)), "r"(x), "r"(y)
               : "memory");
}

// Stores since the last call make a group.
inline __device__ void commitStores() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }

// Until all but the latest PENDING groups have read shared memory, which may then be written again.
template <int PENDING>
inline __device__ void waitForReads() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(PENDING) : "memory");
}

// Until all but the latest PENDING groups are done.
template <int PENDING>
inline __device__ void waitForStores() {
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(PENDING) : "memory");
}

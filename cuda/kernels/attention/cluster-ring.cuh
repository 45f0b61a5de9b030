// Rings of keys or values for the CTAs of a cluster, which work on tiles of queries of the same head: each asks for a part of
// every tile of keys, and the copy engine brings it to all of them. What the L2 cache sends is so much less.
#pragma once
#include "cluster.cuh"
#include "tiles.cuh"

// Of the CTA, or of the whole cluster.
template <int CTAS>
__device__ void waitForAll() {
  if constexpr (CTAS == 1) return __syncthreads();
  arriveInCluster();
  waitForCluster();
}

inline __device__ void loadBoxForAll(void *to, const CUtensorMap *map, uint64_t *barrier, int x, int y, int z,
                                     uint16_t ranks) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster "
      "[%0], [%1, {%3, %4, %5}], [%2], %6;" ::"r"(sharedAddress(to)),
      "l"(map), "r"(sharedAddress(barrier)), "r"(x), "r"(y), "r"(z), "h"(ranks)
      : "memory");
}

template <int CTAS>
struct ClusterRing {
  Tile<KEYS> tiles[STAGES];
  uint64_t full[STAGES], empty[STAGES];

  // Empty: the consumers of all CTAs have read the stage, as a part of what comes next goes to each of them.
  __device__ void init() {
    for (int stage = 0; stage < STAGES; stage++) {
      initBarrier(&full[stage], 1);
      initBarrier(&empty[stage], READERS);
    }
  }

  // Other CTAs' parts may come before this one's barrier has been told of any bytes: its phase still waits for the arrival.
  __device__ void load(RingPlace &at, const CUtensorMap &map, int row, int head) {
    constexpr int ROWS = KEYS / CTAS;
    const int first = rankInCluster() * ROWS;
    waitFor(&empty[at.stage], at.parity ^ 1);
    arriveExpecting(&full[at.stage], sizeof(tiles[0]));
    for (int slab = 0; slab < SLABS; slab++)
      loadBoxForAll(tiles[at.stage].slabs[slab][first], &map, &full[at.stage], slab * SLAB, row + first, head, (1 << CTAS) - 1);
    at.next();
  }

  __device__ const Tile<KEYS> &wait(RingPlace at) {
    waitFor(&full[at.stage], at.parity);
    return tiles[at.stage];
  }

  // By all lanes of a warp: one for each CTA.
  __device__ void release(RingPlace &at) {
#ifdef ONE_SIDED_RELEASE
    if (threadIdx.x % 32 == 0) arrive(&empty[at.stage]);
#else
    if (threadIdx.x % 32 < CTAS) arriveAt(&empty[at.stage], threadIdx.x % 32);
#endif
    at.next();
  }

 private:
#ifdef ONE_SIDED_RELEASE
  static constexpr int READERS = CONSUMER_WARPS;
#else
  static constexpr int READERS = CTAS * CONSUMER_WARPS;
#endif
};

// Tiles of queries, keys and values on their way into shared memory, and rings of them between a producer and consumers.
#pragma once
#include "mbarrier.cuh"
#include "products.cuh"
#include "tma.cuh"
#include "warpgroup.cuh"

// That multiply, with 64 queries each: as many as the registers are enough for, as a softmax hides under others' products.
constexpr int WARPGROUPS = HEAD_DIM == 64 ? 3 : 2;
// Of a thread that asks for copies, and of one that multiplies.
constexpr int FEW_REGISTERS = WARPGROUPS == 3 ? 32 : 24, MANY_REGISTERS = WARPGROUPS == 3 ? 160 : 240;
constexpr int QUERIES = WARPGROUPS * 64, STAGES = 2;
constexpr int CONSUMER_WARPS = WARPGROUPS * WARPGROUP_THREADS / 32;

// As many rows from `row` on as the tile has; what lies beyond the head's last one is zeros.
template <int ROWS>
inline __device__ void loadTile(Tile<ROWS> &to, const CUtensorMap &map, uint64_t *full, int row, int head) {
  arriveExpecting(full, sizeof(to));
  for (int slab = 0; slab < SLABS; slab++) loadBox(to.slabs[slab], &map, full, slab * SLAB, row, head);
}

// Where a producer or a consumer stands: the stage, and the parity of its barriers' phase, which changes with each round.
struct RingPlace {
  int stage = 0;
  uint32_t parity = 0;

  __device__ void next() {
    if (++stage < STAGES) return;
    stage = 0;
    parity ^= 1;
  }
};

// Of keys or of values. Full: the bytes have come. Empty: all consumers have read them.
struct Ring {
  Tile<KEYS> tiles[STAGES];
  uint64_t full[STAGES], empty[STAGES];

  __device__ void init() {
    for (int stage = 0; stage < STAGES; stage++) {
      initBarrier(&full[stage], 1);
      initBarrier(&empty[stage], CONSUMER_WARPS);
    }
  }

  // In the first round the other parity has passed as if a phase had been before: all stages are empty.
  __device__ void load(RingPlace &at, const CUtensorMap &map, int row, int head) {
    waitFor(&empty[at.stage], at.parity ^ 1);
    loadTile(tiles[at.stage], map, &full[at.stage], row, head);
    at.next();
  }

  __device__ const Tile<KEYS> &wait(RingPlace at) {
    waitFor(&full[at.stage], at.parity);
    return tiles[at.stage];
  }

  // By all lanes of a warp.
  __device__ void release(RingPlace &at) {
    if (threadIdx.x % 32 == 0) arrive(&empty[at.stage]);
    at.next();
  }
};

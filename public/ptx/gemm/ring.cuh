// Stages that go round between a producer and consumers. Two mbarriers for each say where it is: full, when the bytes have
// come, and empty, when all have read them.
#pragma once
#include "gemm.cuh"
#include "mbarrier.cuh"
#include "tma.cuh"

struct Ring {
  Stage stages[STAGES];
  uint64_t full[STAGES], empty[STAGES];
};

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

// `releases`: arrivals that make a stage empty.
inline __device__ void initBarriers(Ring &ring, int releases) {
  for (int stage = 0; stage < STAGES; stage++) {
    initBarrier(&ring.full[stage], 1);
    initBarrier(&ring.empty[stage], releases);
  }
  fenceBarrierInit();
}

// The other parity: in the first round the stages are empty as if a phase had been before.
inline __device__ void waitUntilEmpty(Ring &ring, RingPlace place) {
  waitFor(&ring.empty[place.stage], place.parity ^ 1);
}

// One thread, through all steps along K of a tile.
inline __device__ void produce(Ring &ring, const CUtensorMap &a, const CUtensorMap &b, Tile tile, int steps) {
  RingPlace place;
#pragma unroll 1
  for (int step = 0; step < steps; step++, place.next()) {
    Stage &stage = ring.stages[place.stage];
    uint64_t *full = &ring.full[place.stage];
#ifndef MISSING_EMPTY_WAIT
    waitUntilEmpty(ring, place);
#endif
    arriveExpecting(full, STAGE_BYTES);
    loadBox(stage.a, &a, full, step * TILE_K, tile.row * TILE_M);
    loadBox(stage.b, &b, full, step * TILE_K, tile.column * TILE_N);
  }
}

// Version 2: a warp of its own asks for the copies. It and the warps that multiply hand the stages round through two mbarriers
// each: full, when the bytes have come, and empty, when all have read them. No barrier of the CTA stands in the loop.
#include "mbarrier.cuh"
#include "tma.cuh"
#include "warp-tile.cuh"

struct Shared {
  Stage stages[STAGES];
  uint64_t full[STAGES], empty[STAGES];
};

__device__ void initBarriers(Shared &shared) {
  for (int stage = 0; stage < STAGES; stage++) {
    initBarrier(&shared.full[stage], 1);
    initBarrier(&shared.empty[stage], MMA_WARPS);
  }
  fenceBarrierInit();
}

// One thread, through all steps along K.
__device__ void produce(Shared &shared, const CUtensorMap &a, const CUtensorMap &b, Tile tile, int steps) {
  RingPlace place;
#pragma unroll 1
  for (int step = 0; step < steps; step++, place.next()) {
    Stage &stage = shared.stages[place.stage];
    uint64_t *full = &shared.full[place.stage];
#ifndef MISSING_EMPTY_WAIT
    // The other parity: in the first round the stages are free as if a phase had been before.
    waitFor(&shared.empty[place.stage], place.parity ^ 1);
#endif
    arriveExpecting(full, STAGE_BYTES);
    loadBox(stage.a, &a, full, step * TILE_K, tile.row * TILE_M);
    loadBox(stage.b, &b, full, step * TILE_K, tile.column * TILE_N);
  }
}

__device__ void consume(Shared &shared, WarpTile &warpTile, int steps) {
  RingPlace place;
#pragma unroll 1
  for (int step = 0; step < steps; step++, place.next()) {
    waitFor(&shared.full[place.stage], place.parity);
    warpTile.multiply(shared.stages[place.stage]);
    __syncwarp();
    if (threadIdx.x % 32 == 0) arrive(&shared.empty[place.stage]);
  }
}

extern "C" __global__ void __launch_bounds__(MMA_THREADS + 32)
gemm(Element *c, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, int m, int n, int k) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  const Tile tile = tileAt(blockIdx.x, ceilDiv(m, TILE_M), ceilDiv(n, TILE_N));
  const int steps = ceilDiv(k, TILE_K);
  if (threadIdx.x == 0) initBarriers(shared);
  __syncthreads();

  if (threadIdx.x < MMA_THREADS) {
    WarpTile warpTile;
    consume(shared, warpTile, steps);
    warpTile.store(c, {m, n, k}, tile);
  } else if (threadIdx.x == MMA_THREADS) {
    produce(shared, a, b, tile, steps);
  }
}

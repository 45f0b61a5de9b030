// Version 1: the copy engine fills the stages and swizzles them; one thread asks, an mbarrier says when it is done.
#include "mbarrier.cuh"
#include "tma.cuh"
#include "warp-tile.cuh"

struct Shared {
  Stage stages[STAGES];
  uint64_t full[STAGES];
};

extern "C" __global__ void __launch_bounds__(MMA_THREADS)
gemm(Element *c, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, int m, int n, int k) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  const Tile tile = tileAt(blockIdx.x, ceilDiv(m, TILE_M), ceilDiv(n, TILE_N));
  const int steps = ceilDiv(k, TILE_K);

  auto copyStep = [&](int step) {
    Stage &stage = shared.stages[step % STAGES];
    uint64_t *full = &shared.full[step % STAGES];
    arriveExpecting(full, STAGE_BYTES);
    loadBox(stage.a, &a, full, step * TILE_K, tile.row * TILE_M);
    loadBox(stage.b, &b, full, step * TILE_K, tile.column * TILE_N);
  };
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < STAGES; stage++) initBarrier(&shared.full[stage], 1);
    fenceBarrierInit();
    for (int step = 0; step < min(STAGES, steps); step++) copyStep(step);
  }
  __syncthreads();

  WarpTile warpTile;
#pragma unroll 1
  for (int step = 0; step < steps; step++) {
    const int stage = step % STAGES;
    waitFor(&shared.full[stage], step / STAGES % 2);
    warpTile.multiply(shared.stages[stage]);
    // Nobody reads this stage any more.
    __syncthreads();
    if (threadIdx.x == 0 && step + STAGES < steps) copyStep(step + STAGES);
  }
  warpTile.store(c, {m, n, k}, tile);
}

// Version 3: warpgroups multiply straight from shared memory. A third one asks for the copies, and leaves its registers to them.
#include "mbarrier.cuh"
#include "output.cuh"
#include "tma.cuh"
#include "warpgroup-tile.cuh"

constexpr int THREADS = (1 + CONSUMERS) * WARPGROUP_THREADS;

struct Shared {
  Stage stages[STAGES];
  uint64_t full[STAGES], empty[STAGES];
};

__device__ void initBarriers(Shared &shared) {
  for (int stage = 0; stage < STAGES; stage++) {
    initBarrier(&shared.full[stage], 1);
    initBarrier(&shared.empty[stage], CONSUMERS * WARPGROUP_THREADS / 32);
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
    // The other parity: in the first round the stages are free as if a phase had been before.
    waitFor(&shared.empty[place.stage], place.parity ^ 1);
    arriveExpecting(full, STAGE_BYTES);
    loadBox(stage.a, &a, full, step * TILE_K, tile.row * TILE_M);
    loadBox(stage.b, &b, full, step * TILE_K, tile.column * TILE_N);
  }
}

__device__ void consume(Shared &shared, WarpgroupTile &sums, int steps) {
  RingPlace place;
#pragma unroll 1
  for (int step = 0; step < steps; step++, place.next()) {
    waitFor(&shared.full[place.stage], place.parity);
    sums.multiply(shared.stages[place.stage], step > 0);
    sums.waitForSums();
    if (threadIdx.x % 32 == 0) arrive(&shared.empty[place.stage]);
  }
}

__device__ void store(Element *c, Size size, const WarpgroupTile &tile, int firstRow, int firstColumn) {
  const int warp = threadIdx.x % WARPGROUP_THREADS / 32;
#pragma unroll
  for (int block = 0; block < BLOCKS; block++)
#pragma unroll
    for (int j = 0; j < TILE_N / 8; j++)
      storeBlocks(c, size, firstRow + tile.row + block * BLOCK_ROWS + warp * 16, firstColumn + j * 8,
                  tile.sums[block][j]);
}

extern "C" __global__ void __launch_bounds__(THREADS, 1)
gemm(Element *c, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, int m, int n, int k) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  const Tile tile = tileAt(blockIdx.x, ceilDiv(m, TILE_M), ceilDiv(n, TILE_N));
  const int steps = ceilDiv(k, TILE_K);
  if (threadIdx.x == 0) initBarriers(shared);
  __syncthreads();

  const int warpgroup = threadIdx.x / WARPGROUP_THREADS;
  if (warpgroup == CONSUMERS) {
    keepRegisters<40>();
    if (threadIdx.x == CONSUMERS * WARPGROUP_THREADS) produce(shared, a, b, tile, steps);
  } else {
    takeRegisters<232>();
    WarpgroupTile sums(warpgroup);
    consume(shared, sums, steps);
    store(c, {m, n, k}, sums, tile.row * TILE_M, tile.column * TILE_N);
  }
}

// Version 4: as many CTAs as run at a time, each through one tile after the other. A cluster's CTAs work on neighbouring
// tiles and send each other the rows of A or columns of B that they share. A tile's sums leave under the products of the
// next one, and a launch gets ready while the one before it ends.
#include "cluster-tiles.cuh"
#include "launch-order.cuh"
#include "ring.cuh"
#include "tile-output.cuh"
#include "warpgroup-tile.cuh"

constexpr int THREADS = (1 + CONSUMERS) * WARPGROUP_THREADS;
constexpr int CONSUMER_WARPS = CONSUMERS * WARPGROUP_THREADS / 32;

struct Shared {
  Ring ring;
  Box boxes[CONSUMER_WARPS][BOXES];
};

// One thread, through all steps along K of all tiles. Of what CTAs share, each loads its part for all.
__device__ void produce(Ring &ring, const CUtensorMap &aMap, const CUtensorMap &bMap, TileWalk tile, int k,
                        const Place &place) {
  constexpr int ROWS = TILE_M / CLUSTER_N, COLUMNS = TILE_N / CLUSTER_M;
  const int firstRow = place.column * ROWS, firstColumn = place.row * COLUMNS;
  RingPlace at;
#pragma unroll 1
  for (; !tile.isOver(); tile.next())
#pragma unroll 1
    for (int x = 0; x < k; x += TILE_K, at.next()) {
      Stage &stage = ring.stages[at.stage];
      uint64_t *full = &ring.full[at.stage];
      waitUntilEmpty(ring, at);
      arriveExpecting(full, STAGE_BYTES);
      Element *a = stage.a + firstRow * TILE_K, *b = stage.b + firstColumn * TILE_K;
      if constexpr (CLUSTER_N == 1)
        loadBox(a, &aMap, full, x, tile.row);
      else
        loadBoxForAll(a, &aMap, full, x, tile.row + firstRow, place.ranksInRow());
      if constexpr (CLUSTER_M == 1)
        loadBox(b, &bMap, full, x, tile.column);
      else
        loadBoxForAll(b, &bMap, full, x, tile.column + firstColumn, place.ranksInColumn());
    }
  // Others still arrive here for the last stages: this CTA must not end before.
  for (int stage = 0; stage < STAGES; stage++, at.next()) waitUntilEmpty(ring, at);
}

// A warpgroup, through all steps of a tile. A stage goes back when the products of the step after it are under way, so that
// the tensor cores have work meanwhile; under the first products, the tile before leaves.
__device__ void consume(Ring &ring, WarpgroupTile &sums, Output &output, int steps, RingPlace &at,
                        const Place &place) {
  const int lane = threadIdx.x % 32;
  int before = 0;
  auto release = [&](int stage) {
    if (lane < SHARERS) arriveAt(&ring.empty[stage], place.sharer(lane));
  };
  auto multiply = [&](int step) {
    waitFor(&ring.full[at.stage], at.parity);
    sums.multiply(ring.stages[at.stage], step > 0);
    waitForProducts<1>();
    if (step > 0) release(before);
    before = at.stage;
    at.next();
  };
  int step = 0;
  if (!output.isEmpty) {
#pragma unroll
    for (int part = 0; part < PARTS; part++) {
      if (step < steps) multiply(step++);
      output.store(part);
    }
  }
#pragma unroll 1
  for (; step < steps; step++) multiply(step);
  sums.waitForSums();
  release(before);
}

// Until the barriers of the cluster's others are there, and all earlier launches have ended. Every thread of every CTA goes
// through here before it touches global memory: copies of A and B read what such a launch may have written, stores of C
// overwrite what it may have read or written.
__device__ void waitForOthers() {
  waitForCluster();
  waitForLaunchBefore();
}

extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(THREADS, 1)
gemm(Element *c, const __grid_constant__ CUtensorMap aMap, const __grid_constant__ CUtensorMap bMap,
     const __grid_constant__ CUtensorMap cMap, int m, int n, int k) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  const Size size{m, n, k};
  const Place place;
  if (threadIdx.x == 0) initBarriers(shared.ring, SHARERS * CONSUMER_WARPS);
  __syncwarp();
  arriveInCluster();
  letNextLaunchStart();
  TileWalk tile(size, place);

  // The same for all lanes, which the compiler cannot see otherwise.
  const int warpgroup = __shfl_sync(~0u, threadIdx.x / WARPGROUP_THREADS, 0);
  if (warpgroup == CONSUMERS) {
    // One consumer has all registers that it can use from the start.
    if constexpr (CONSUMERS > 1) keepRegisters<40>();
    waitForOthers();
    if (threadIdx.x == CONSUMERS * WARPGROUP_THREADS) produce(shared.ring, aMap, bMap, tile, k, place);
  } else {
    if constexpr (CONSUMERS > 1) takeRegisters<232>();
    WarpgroupTile sums(warpgroup);
    Output output(shared.boxes[threadIdx.x / 32], c, cMap, size);
    RingPlace at;
    waitForOthers();
#pragma unroll 1
    for (; !tile.isOver(); tile.next()) {
      consume(shared.ring, sums, output, ceilDiv(k, TILE_K), at, place);
      output.take(sums, tile.row, tile.column);
    }
    output.store();
  }
}

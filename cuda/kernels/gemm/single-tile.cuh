// A CTA that makes one tile of C: a warp asks for the copies, warpgroups multiply. Few threads start sooner than many, and
// each has registers enough without `setmaxnreg`.
#pragma once
#include "launch-order.cuh"
#include "ring.cuh"
#include "tma-once.cuh"
#include "warpgroup-tile.cuh"

constexpr int CONSUMER_WARPS = CONSUMERS * WARPGROUP_THREADS / 32;
constexpr int THREADS = (CONSUMER_WARPS + 1) * 32;

// The same for all lanes, which the compiler cannot see otherwise.
inline __device__ int warpOfCta() { return __shfl_sync(~0u, threadIdx.x / 32, 0); }

// The steps along K that a CTA sums up.
struct Steps {
  int first, count;
};

// One thread's view of the copies of a tile: `ask` fills the next stage with the next step.
class Copies {
 public:
  __device__ Copies(Ring &ring, const CUtensorMap &a, const CUtensorMap &b, Tile tile, Steps steps)
      : ring(ring), a(a), b(b), tile(tile), x(steps.first * TILE_K), left(steps.count) {}

  // Before the CTA has met: it does so while these come. Asking for all stages takes longer than the first one's way.
  __device__ void askFirst() {
    if (left > 0) ask();
  }

  __device__ void askRest() {
#pragma unroll 1
    while (left > 0) ask();
  }

 private:
  __device__ void ask() {
    Stage &stage = ring.stages[place.stage];
    uint64_t *full = &ring.full[place.stage];
    waitUntilEmpty(ring, place);
    arriveExpecting(full, STAGE_BYTES);
    loadBox(stage.a, &a, full, x, tile.row * TILE_M);
    // Of few rows there is one row of tiles.
    if constexpr (TILE_M < BLOCK_ROWS)
      loadBoxOnce(stage.b, &b, full, x, tile.column * TILE_N);
    else
      loadBox(stage.b, &b, full, x, tile.column * TILE_N);
    x += TILE_K;
    left--;
    place.next();
  }

  Ring &ring;
  const CUtensorMap &a, &b;
  const Tile tile;
  RingPlace place;
  int x, left;
};

// All that the warp of the copies does: barriers and the first stage, and, once the CTA has met, the others.
inline __device__ void copySteps(Ring &ring, const CUtensorMap &a, const CUtensorMap &b, Tile tile, Steps steps) {
  Copies copies(ring, a, b, tile, steps);
  const bool isFirst = threadIdx.x % 32 == 0;
  if (isFirst) {
    initBarriers(ring, CONSUMER_WARPS);
    waitForLaunchBefore();
    copies.askFirst();
  }
  __syncthreads();
  if (isFirst) copies.askRest();
}

// A warpgroup's products, step by step. A stage goes back when the products of the step after it are under way, so that the
// tensor cores have work meanwhile.
class Products {
 public:
  __device__ Products(Ring &ring, WarpgroupTile &sums) : ring(ring), sums(sums) {}

  __device__ void multiply(int steps) {
#pragma unroll 1
    for (int step = 0; step < steps; step++) {
      const bool isAdded = before != NONE;
      waitFor(&ring.full[at.stage], at.parity);
      sums.multiply(ring.stages[at.stage], isAdded);
      waitForProducts<1>();
      if (isAdded) release();
      before = at.stage;
      at.next();
    }
  }

  // Behind at least one step.
  __device__ void end() {
    sums.waitForSums();
    release();
  }

 private:
  static constexpr int NONE = -1;

  __device__ void release() {
    if (threadIdx.x % 32 == 0) arrive(&ring.empty[before]);
  }

  Ring &ring;
  WarpgroupTile &sums;
  RingPlace at;
  int before = NONE;
};

inline __device__ void consume(Ring &ring, WarpgroupTile &sums, int steps) {
  Products products(ring, sums);
  products.multiply(steps);
  products.end();
}

// Whether rows of the tile are this warp's: of a tile with fewer rows than a block, some warps have none.
inline __device__ bool hasRows(int warp) { return TILE_M >= BLOCK_ROWS || warp % 4 * 16 < TILE_M; }

// All warps that multiply: no stage is read any more, and no copy is under way, so the ring's memory is free.
inline __device__ void meetConsumers() {
  asm volatile("bar.sync 1, %0;" ::"n"(CONSUMER_WARPS * 32) : "memory");
}

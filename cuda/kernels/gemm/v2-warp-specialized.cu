// Version 2: a warp of its own asks for the copies. It and the warps that multiply hand the stages round, and no barrier of
// the CTA stands in the loop.
#include "ring.cuh"
#include "warp-tile.cuh"

__device__ void consume(Ring &ring, WarpTile &warpTile, int steps) {
  RingPlace place;
#pragma unroll 1
  for (int step = 0; step < steps; step++, place.next()) {
    waitFor(&ring.full[place.stage], place.parity);
    warpTile.multiply(ring.stages[place.stage]);
    // An arrival does not wait for loads that are under way, and the copy engine would overtake them.
    fenceAsyncProxy();
    __syncwarp();
    if (threadIdx.x % 32 == 0) arrive(&ring.empty[place.stage]);
  }
}

extern "C" __global__ void __launch_bounds__(MMA_THREADS + 32)
gemm(Element *c, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, int m, int n, int k) {
  extern __shared__ Ring dynamic[];
  Ring &ring = *dynamic;
  const Tile tile = tileAt(blockIdx.x, ceilDiv(m, TILE_M), ceilDiv(n, TILE_N));
  const int steps = ceilDiv(k, TILE_K);
  if (threadIdx.x == 0) initBarriers(ring, MMA_WARPS);
  __syncthreads();

  if (threadIdx.x < MMA_THREADS) {
    WarpTile warpTile;
    consume(ring, warpTile, steps);
    warpTile.store(c, {m, n, k}, tile);
  } else if (threadIdx.x == MMA_THREADS) {
    produce(ring, a, b, tile, steps);
  }
}

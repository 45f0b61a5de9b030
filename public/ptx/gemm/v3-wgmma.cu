// Version 3: warpgroups multiply straight from shared memory. One more asks for the copies, and leaves its registers to
// them.
#include "output.cuh"
#include "ring.cuh"
#include "warpgroup-tile.cuh"

constexpr int THREADS = (1 + CONSUMERS) * WARPGROUP_THREADS;
constexpr int CONSUMER_WARPS = CONSUMERS * WARPGROUP_THREADS / 32;

__device__ void consume(Ring &ring, WarpgroupTile &sums, int steps) {
  RingPlace place;
#pragma unroll 1
  for (int step = 0; step < steps; step++, place.next()) {
    waitFor(&ring.full[place.stage], place.parity);
    sums.multiply(ring.stages[place.stage], step > 0);
    sums.waitForSums();
    if (threadIdx.x % 32 == 0) arrive(&ring.empty[place.stage]);
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
  extern __shared__ Ring dynamic[];
  Ring &ring = *dynamic;
  const Tile tile = tileAt(blockIdx.x, ceilDiv(m, TILE_M), ceilDiv(n, TILE_N));
  const int steps = ceilDiv(k, TILE_K);
  if (threadIdx.x == 0) initBarriers(ring, CONSUMER_WARPS);
  __syncthreads();

  const int warpgroup = threadIdx.x / WARPGROUP_THREADS;
  if (warpgroup == CONSUMERS) {
    keepRegisters<40>();
    if (threadIdx.x == CONSUMERS * WARPGROUP_THREADS) produce(ring, a, b, tile, steps);
  } else {
    takeRegisters<232>();
    WarpgroupTile sums(warpgroup);
    consume(ring, sums, steps);
    store(c, {m, n, k}, sums, tile.row * TILE_M, tile.column * TILE_N);
  }
}

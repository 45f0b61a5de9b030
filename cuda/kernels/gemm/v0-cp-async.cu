// Version 0: threads copy with cp.async, some stages ahead, and place each chunk by the swizzle that ldmatrix needs.
#include "async-copy.cuh"
#include "warp-tile.cuh"

// All threads together: a chunk each, then the next. Rows and columns beyond the edges are zeros.
template <int ROWS>
__device__ void copyRows(Element *to, const Element *from, int firstRow, int rows, int firstK, int k) {
#pragma unroll
  for (int i = threadIdx.x; i < ROWS * TILE_K / CHUNK; i += MMA_THREADS) {
    int row = i / (TILE_K / CHUNK), chunk = i % (TILE_K / CHUNK);
    int64_t start = static_cast<int64_t>(firstRow + row) * k + firstK + chunk * CHUNK;
    bool inside = firstRow + row < rows && firstK + chunk * CHUNK < k;
    copyChunk(to + placeOf(row, chunk), from + (inside ? start : 0), inside);
  }
}

extern "C" __global__ void __launch_bounds__(MMA_THREADS)
gemm(Element *c, const Element *a, const Element *b, int m, int n, int k) {
  extern __shared__ Stage stages[];
  const Tile tile = tileAt(blockIdx.x, ceilDiv(m, TILE_M), ceilDiv(n, TILE_N));
  const int steps = ceilDiv(k, TILE_K);

  // A group for each step, empty ones behind the last: so many groups pending means the same in every step.
  auto copyStep = [&](int step) {
    if (step < steps) {
      Stage &stage = stages[step % STAGES];
      copyRows<TILE_M>(stage.a, a, tile.row * TILE_M, m, step * TILE_K, k);
      copyRows<TILE_N>(stage.b, b, tile.column * TILE_N, n, step * TILE_K, k);
    }
    commitCopies();
  };
  for (int step = 0; step < STAGES - 1; step++) copyStep(step);

  WarpTile warpTile;
#pragma unroll 1
  for (int step = 0; step < steps; step++) {
    waitForCopies<STAGES - 2>();
    // Now all threads' copies of this step have come, and nobody reads the stage of the step before any more.
    __syncthreads();
    copyStep(step + STAGES - 1);
    warpTile.multiply(stages[step % STAGES]);
  }
  warpTile.store(c, {m, n, k}, tile);
}

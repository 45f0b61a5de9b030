// Version 0: threads copy with cp.async, some stages ahead, and place each chunk by the swizzle that ldmatrix needs.
#include "async-copy.cuh"
#include "warp-tile.cuh"

constexpr int CHUNKS = TILE_K / CHUNK;          // of a row of a stage
constexpr int ROW_STEP = MMA_THREADS / CHUNKS;  // rows that all threads copy at a time, a chunk each

// A thread's share of an operand: the same chunk of every ROW_STEP-th row. What lies beyond the edges is zeros.
template <int ROWS>
class RowCopies {
 public:
  __device__ RowCopies(const Element *operand, int firstRow, int rows, int k)
      : from(operand + static_cast<int64_t>(firstRow + row) * k + chunk * CHUNK),
        rowsLeft(rows - firstRow - row),
        k(k) {}

  __device__ void copy(Element *to, int firstK) const {
#pragma unroll
    for (int i = 0; i < ROWS; i += ROW_STEP) {
      bool inside = i < rowsLeft && firstK + chunk * CHUNK < k;
      copyChunk(to + placeOf(row + i, chunk), inside ? from + static_cast<int64_t>(i) * k + firstK : from, inside);
    }
  }

 private:
  const int row = threadIdx.x / CHUNKS, chunk = threadIdx.x % CHUNKS;
  const Element *const from;
  const int rowsLeft, k;
};

extern "C" __global__ void __launch_bounds__(MMA_THREADS)
gemm(Element *c, const Element *a, const Element *b, int m, int n, int k) {
  extern __shared__ Stage stages[];
  const Tile tile = tileAt(blockIdx.x, ceilDiv(m, TILE_M), ceilDiv(n, TILE_N));
  const int steps = ceilDiv(k, TILE_K);

  const RowCopies<TILE_M> rowsOfA(a, tile.row * TILE_M, m, k);
  const RowCopies<TILE_N> columnsOfB(b, tile.column * TILE_N, n, k);
  // A group for each step, empty ones behind the last: so many groups pending means the same in every step.
  auto copyStep = [&](int step) {
    if (step < steps) {
      rowsOfA.copy(stages[step % STAGES].a, step * TILE_K);
      columnsOfB.copy(stages[step % STAGES].b, step * TILE_K);
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

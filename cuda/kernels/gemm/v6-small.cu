// Version 6: for products that are over soon. What a launch does besides multiplying is as short as can be: few threads, no
// cluster that has to meet, first copies under way before the CTA's threads have met, and rows of C that leave as they are.
#include "mma.cuh"
#if TILE_N == 112
#include "bf16.cuh"
#endif
#include "single-tile.cuh"

// Rows of 16 by a warp, behind each other with a chunk between them: eight rows of a column begin in different banks.
constexpr int PITCH = TILE_N + CHUNK;
using WarpRows = Element[16][PITCH];

// A block's 16 rows of a warp, from its sums to shared memory.
__device__ void stage(WarpRows &rows, const float (&sums)[TILE_N / 8][4]) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int j = 0; j < TILE_N / 8; j += 2) {
    const float(&left)[4] = sums[j], (&right)[4] = sums[j + 1];
    storeMatrices(&rows[lane % 16][(j + lane / 16) * CHUNK],
                  {packBf16(left[0], left[1]), packBf16(left[2], left[3]), packBf16(right[0], right[1]),
                   packBf16(right[2], right[3])});
  }
}

// From there to C, as far as C goes, WIDTH elements at a time.
template <int WIDTH, typename Word>
__device__ void store(Element *c, Size size, const WarpRows &rows, int firstRow, int firstColumn) {
  constexpr int IN_ROW = TILE_N / WIDTH;
#pragma unroll 4
  for (int i = threadIdx.x % 32; i < 16 * IN_ROW; i += 32) {
    const int row = i / IN_ROW, column = i % IN_ROW * WIDTH;
    if (firstRow + row < size.m && firstColumn + column < size.n)
      *reinterpret_cast<Word *>(c + static_cast<int64_t>(firstRow + row) * size.n + firstColumn + column) =
          *reinterpret_cast<const Word *>(&rows[row][column]);
  }
}

extern "C" __global__ void __launch_bounds__(THREADS)
gemm(Element *c, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, int m, int n, int k) {
  extern __shared__ Ring dynamic[];
  Ring &ring = *dynamic;
  const Size size{m, n, k};
  const Tile tile = tileAt(blockIdx.x, ceilDiv(m, TILE_M), ceilDiv(n, TILE_N));
  const Steps steps{0, ceilDiv(k, TILE_K)};
  const int warp = warpOfCta();
  letNextLaunchStart();

  if (warp == CONSUMER_WARPS) {
    copySteps(ring, a, b, tile, steps);
    return;
  }

  __syncthreads();
  WarpgroupTile sums(warp / 4);
  consume(ring, sums, steps.count);
  // Stores of C overwrite what a launch before may have read or written.
  waitForLaunchBefore();
  meetConsumers();
  if (!hasRows(warp)) return;
  WarpRows &rows = reinterpret_cast<WarpRows *>(ring.stages)[warp];
  const int row = tile.row * TILE_M + sums.row + warp % 4 * 16, column = tile.column * TILE_N;
#pragma unroll
  for (int block = 0; block < BLOCKS; block++) {
    stage(rows, sums.sums[block]);
    __syncwarp();
    // Chunks side by side; single elements where rows of C do not start at chunks.
    if (n % CHUNK == 0)
      store<CHUNK, uint4>(c, size, rows, row + block * BLOCK_ROWS, column);
    else
      store<1, Element>(c, size, rows, row + block * BLOCK_ROWS, column);
    __syncwarp();
  }
}

// A warp's part of a CTA's tile: 64 x 64, multiplied by mma.sync from a stage with swizzled rows.
#pragma once
#include "gemm.cuh"
#include "mma.cuh"
#include "output.cuh"

#ifndef SWIZZLE_MASK
#define SWIZZLE_MASK 7
#endif

constexpr int WARP_ROWS = 64, WARP_COLUMNS = 64;
constexpr int WARPS_DOWN = TILE_M / WARP_ROWS, WARPS_ACROSS = TILE_N / WARP_COLUMNS;
constexpr int MMA_WARPS = WARPS_DOWN * WARPS_ACROSS, MMA_THREADS = MMA_WARPS * 32;
constexpr int MMA_K = 16;

// Where a chunk of a row lies, in elements: as the 128-byte swizzle of tensor maps has it, the low bits of the row change the
// chunk's place, so that 8 rows of a matrix come from 8 different groups of banks.
inline __device__ int placeOf(int row, int chunk) { return row * TILE_K + (chunk ^ row & SWIZZLE_MASK) * CHUNK; }

class WarpTile {
 public:
  __device__ WarpTile()
      : row(threadIdx.x / 32 % WARPS_DOWN * WARP_ROWS), column(threadIdx.x / 32 / WARPS_DOWN * WARP_COLUMNS) {}

  // A step along K.
  __device__ void multiply(const Stage &stage) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int k = 0; k < TILE_K; k += MMA_K) {
      // An ldmatrix reads 16 rows of A, or 16 columns of B.
      uint32_t a[4], b[WARP_COLUMNS / 16][4];
#pragma unroll
      for (int j = 0; j < WARP_COLUMNS / 16; j++)
        loadMatrices(b[j], stage.b + placeOf(column + j * 16 + lane / 16 * 8 + lane % 8, k / CHUNK + lane / 8 % 2));
#pragma unroll
      for (int i = 0; i < WARP_ROWS / 16; i++) {
        loadMatrices(a, stage.a + placeOf(row + i * 16 + lane % 16, k / CHUNK + lane / 16));
#pragma unroll
        for (int j = 0; j < WARP_COLUMNS / 8; j++) mma(sums[i][j], a, b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
      }
    }
  }

  __device__ void store(Element *c, Size size, Tile tile) const {
#pragma unroll
    for (int i = 0; i < WARP_ROWS / 16; i++)
#pragma unroll
      for (int j = 0; j < WARP_COLUMNS / 8; j++)
        storeBlocks(c, size, tile.row * TILE_M + row + i * 16, tile.column * TILE_N + column + j * 8, sums[i][j]);
  }

 private:
  const int row, column;
  float sums[WARP_ROWS / 16][WARP_COLUMNS / 8][4] = {};
};

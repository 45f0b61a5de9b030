// A warpgroup's part of a CTA's tile: all of its columns, and blocks of 64 rows, multiplied by wgmma from a stage. Where the tile
// has fewer rows, a block takes what lies behind them as rows, whose sums nobody stores.
#pragma once
#include "gemm.cuh"
#include "warpgroup.cuh"
#include "wgmma-widths.cuh"

#ifndef CONSUMERS
#define CONSUMERS 2
#endif

constexpr int BLOCK_ROWS = 64;
constexpr int BLOCKS = (TILE_M / CONSUMERS + BLOCK_ROWS - 1) / BLOCK_ROWS;  // of a warpgroup, below each other
constexpr int PRODUCT_K = 16;

class WarpgroupTile {
 public:
  float sums[BLOCKS][TILE_N / 8][4];

  // Row of the CTA's tile.
  __device__ explicit WarpgroupTile(int warpgroup) : row(warpgroup * BLOCKS * BLOCK_ROWS) {}

  // A group of products: a whole step along K. It runs on; the sums start anew where nothing is added to them.
  __device__ void multiply(const Stage &stage, bool isAdded) {
    uint64_t b = describeRows(stage.b);
    fenceProducts();
#pragma unroll
    for (int k = 0; k < TILE_K / PRODUCT_K; k++)
#pragma unroll
      for (int block = 0; block < BLOCKS; block++) {
        uint64_t a = describeRows(stage.a + (row + block * BLOCK_ROWS) * TILE_K);
        multiplyColumns<TILE_N>(sums[block], a + k * NEXT_K, b + k * NEXT_K, isAdded || k > 0);
      }
    commitProducts();
  }

  __device__ void waitForSums() {
    waitForProducts<0>();
#pragma unroll
    for (int block = 0; block < BLOCKS; block++) keepBehind(sums[block]);
  }

  // Where nothing is multiplied.
  __device__ void clear() {
#pragma unroll
    for (int block = 0; block < BLOCKS; block++)
#pragma unroll
      for (int j = 0; j < TILE_N / 8; j++)
#pragma unroll
        for (int i = 0; i < 4; i++) sums[block][j][i] = 0;
  }

  const int row;
};
